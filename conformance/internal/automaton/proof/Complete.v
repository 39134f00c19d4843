(** * What a pass of a k-complete test suite proves

    A Moore machine reads a word, letter by letter, and returns one output for the state that
    it reaches. An acceptor is the Moore machine whose output says whether it accepts the word.

    Two machines read the same letters: the implementation [I] and the specification [S].
    Nothing is known of [I] but its outputs on the tested words. It can have infinitely many
    states, and there can be any number of letters.

    [A] is the set of access words. The assumption on [I] (the fault domain) is: a word of [A]
    reaches each state that any word reaches. The theorems say: if [I] satisfies the assumption,
    and agrees with [S] on the tested words, then it agrees with [S] on all words.

    - [complete_suite]: the tested words tell all pairs of access words apart.
    - [w_suite]: the tested words are [A·(empty word or letter)·W], by the W method.
    - [acceptors]: those of the Wp method, which package automaton uses; [A] is any set that
      holds all prefixes of its words.
    - [values]: values of a library under chains of its methods.
    - [epin_suite]: [acceptors] for the automaton of EPIN 1.0.0, with the words of the suite.

    No theorem uses an axiom: the end of the file prints this. Not proved here: that a library
    satisfies the assumption, which no test can show; and that the suite tests exactly these
    words, which the tests of packages automaton and suite check.

    Check it with [coqc Complete.v], as [ci/nightly] does. *)

From Coq Require Import List Bool Ascii.
Import ListNotations.

(** A machine can have several starts: that of values has one for each token. So a word is a
    start and a list of letters. An acceptor has one start. *)
Record machine (start letter output : Type) := {
  state : Type;
  begin : start -> state;
  next : state -> letter -> state;
  out : state -> output
}.
Arguments state {_ _ _}. Arguments begin {_ _ _}. Arguments next {_ _ _}. Arguments out {_ _ _}.

Section Complete.

Context {start letter output : Type}.
Definition word : Type := start * list letter.

(** [x ++> w] is the word [x] followed by the letters [w]. *)
Definition followed (x : word) (w : list letter) : word := (fst x, snd x ++ w).
Local Infix "++>" := followed (at level 60).

Definition from (M : machine start letter output) (q : state M) (w : list letter) : state M :=
  fold_left (next M) w q.
Definition after (M : machine start letter output) (x : word) : state M :=
  from M (begin M (fst x)) (snd x).
Definition says (M : machine start letter output) (x : word) : output := out M (after M x).

Lemma after_followed M x w : after M (x ++> w) = from M (after M x) w.
Proof. unfold after, from, followed; cbn [fst snd]. apply fold_left_app. Qed.

Lemma followed_nil x : x ++> [] = x.
Proof. destruct x; unfold followed; cbn [fst snd]. now rewrite app_nil_r. Qed.

(** A word [w] separates two states if the outputs after it differ. *)
Definition separates (M : machine start letter output) (w : list letter) (p q : state M) : Prop :=
  out M (from M p w) <> out M (from M q w).

Variables I S : machine start letter output.

(** The access words hold the empty word of each start. A set that holds all prefixes of its
    words does, if it is not empty. *)
Variable A : word -> Prop.
Hypothesis A_starts : forall s, A (s, []).

(** The assumption on the implementation, its fault domain. *)
Definition reached : Prop := forall x : word, exists u : word, A u /\ after I u = after I x.

(** ** The general theorem

    [T] are the tested words. They tell two words apart if some suffix [w] was tested behind
    both, and the specification says that the outputs differ. A suite is complete if it tests
    each access word, and tells each access word apart from each other one, and from each one
    followed by a letter, wherever the specification has two states after them. *)
Section General.

Variable T : word -> Prop.

Definition told_apart (x y : word) : Prop :=
  after S x = after S y \/
  exists w, T (x ++> w) /\ T (y ++> w) /\ separates S w (after S x) (after S y).

Definition complete : Prop :=
  (forall u, A u -> T u) /\
  (forall u v, A u -> A v -> told_apart u v) /\
  (forall u v b, A u -> A v -> told_apart u (v ++> [b])).

Theorem complete_suite :
  complete -> reached ->
  (forall x, T x -> says I x = says S x) ->
  forall x, says I x = says S x.
Proof.
  intros (tested & apart & apart') fault agree.
  (* Where the implementation has one state, the specification has one. *)
  assert (same : forall x y, told_apart x y -> after I x = after I y -> after S x = after S y).
  { intros x y [E | (w & Tx & Ty & differ)] E'; trivial.
    destruct differ. rewrite <- !after_followed.
    change (says S (x ++> w) = says S (y ++> w)).
    rewrite <- (agree _ Tx), <- (agree _ Ty). unfold says.
    now rewrite !after_followed, E'. }
  (* Any word leads both machines where an access word leads them: the pairs of states after
     access words are a bisimulation. *)
  assert (bisimilar : forall w s, exists u, A u /\ after I u = after I (s, w) /\ after S u = after S (s, w)).
  { induction w as [| b w IH] using rev_ind; intro s.
    - exists (s, []). auto.
    - destruct (IH s) as (u & Au & EI & ES).
      change (s, w ++ [b]) with ((s, w) ++> [b]).
      destruct (fault ((s, w) ++> [b])) as (v & Av & E). exists v. repeat split; trivial.
      assert (ESb : after S (u ++> [b]) = after S ((s, w) ++> [b])).
      { now rewrite !after_followed, ES. }
      rewrite <- ESb. apply same; auto.
      now rewrite E, !after_followed, EI. }
  intros [s w]. destruct (bisimilar w s) as (u & Au & EI & ES).
  unfold says. rewrite <- EI, <- ES. apply agree, tested, Au.
Qed.

End General.

(** ** The suites of the literature

    [W] is a set of words that holds the empty one, and [identifier q] some of its words,
    which separate the state [q] from each other one. The Wp suite is [A·W], and each word of
    [A·letter] followed by the identifier of the state that it reaches. This package uses it. *)
Inductive wp_suite (W : list letter -> Prop) (identifier : state S -> list letter -> Prop) : word -> Prop :=
| access u w : A u -> W w -> wp_suite W identifier (u ++> w)
| behind u b w : A u -> identifier (after S (u ++> [b])) w -> wp_suite W identifier ((u ++> [b]) ++> w).

Definition identifies (W : list letter -> Prop) (identifier : state S -> list letter -> Prop) : Prop :=
  W [] /\ (forall q w, identifier q w -> W w) /\
  (forall p q, p = q \/ exists w, identifier q w /\ separates S w p q).

Theorem wp_suite_complete W identifier :
  identifies W identifier -> complete (wp_suite W identifier).
Proof.
  intros (empty & inW & separating). repeat split.
  - intros u Au. rewrite <- (followed_nil u). now constructor.
  - intros u v Au Av. destruct (separating (after S u) (after S v)) as [E | (w & Iw & differ)].
    + now left.
    + right. exists w. repeat split; trivial; constructor; eauto.
  - intros u v b Au Av.
    destruct (separating (after S u) (after S (v ++> [b]))) as [E | (w & Iw & differ)].
    + now left.
    + right. exists w. repeat split; trivial.
      * constructor; eauto.
      * now apply behind.
Qed.

(** The W suite has all of [W] instead of the identifiers: [A·(ε ∪ letter)·W]. *)
Theorem w_suite (W : list letter -> Prop) :
  W [] ->
  (forall p q, p = q \/ exists w, W w /\ separates S w p q) ->
  reached ->
  (forall u w, A u -> W w -> says I (u ++> w) = says S (u ++> w)) ->
  (forall u b w, A u -> W w -> says I ((u ++> [b]) ++> w) = says S ((u ++> [b]) ++> w)) ->
  forall x, says I x = says S x.
Proof.
  intros empty separating fault agree agree'.
  apply complete_suite with (T := wp_suite W (fun _ => W)); trivial.
  - apply wp_suite_complete. repeat split; trivial.
  - intros x [u w Au Ww | u b w Au Ww]; auto.
Qed.

End Complete.

(** ** Acceptors, with access words that hold all their prefixes *)
Section Acceptors.

Context {letter : Type}.
Definition acceptor := machine unit letter bool.
Definition accepts (M : acceptor) (x : list letter) : bool := says M (tt, x).

Variables I S : acceptor.
Variable A W : list letter -> Prop.
Variable identifier : state S -> list letter -> Prop.

Theorem acceptors :
  (forall u b, A (u ++ [b]) -> A u) ->
  (forall x, exists u, A u /\ after I (tt, u) = after I (tt, x)) ->
  identifies S W identifier ->
  (forall u w, A u -> W w -> accepts I (u ++ w) = accepts S (u ++ w)) ->
  (forall u b w, A u -> identifier (after S (tt, u ++ [b])) w ->
     accepts I ((u ++ [b]) ++ w) = accepts S ((u ++ [b]) ++ w)) ->
  forall x, accepts I x = accepts S x.
Proof.
  intros closed fault separating agree agree' x.
  assert (A_empty : A []).
  { destruct (fault []) as (u & Au & _). revert Au.
    induction u as [| b u IH] using rev_ind; eauto. }
  apply complete_suite with (A := fun u => A (snd u))
    (T := wp_suite S (fun u => A (snd u)) W identifier).
  - now intros s.
  - now apply wp_suite_complete.
  - intros [[] y]. destruct (fault y) as (u & Au & E). now exists (tt, u).
  - intros y [[[] u] w Au Ww | [[] u] b w Au Ww]; [now apply agree | now apply agree'].
Qed.

End Acceptors.

(** ** Values

    A start is a valid token, which is parsed. A letter is a method, which returns a value. The
    output is what is read from the last value: its string form and its attributes. The string form
    tells the values of the specification apart, so no suffix is needed. Assume that a token and
    at most [k] methods reach each state of a value. Then chains of at most [k + 1] methods are a
    complete suite.

    Reading can change the state of a value, such as one that keeps a change until then. So the
    theorem holds for two machines apart: in one, the token and each result are read at once; in
    the other, nothing is read before the last result. A suite that tests the chains of one
    machine shows nothing about the other, nor about values that are read now and then. *)
Theorem values {token method output : Type} (I S : machine token method output) (k : nat) :
  (forall p q : state S, p = q \/ out S p <> out S q) ->
  (forall x : word, exists t ms, length ms <= k /\ after I (t, ms) = after I x) ->
  (forall t ms, length ms <= k + 1 -> says I (t, ms) = says S (t, ms)) ->
  forall t ms, says I (t, ms) = says S (t, ms).
Proof.
  intros separating fault agree t ms.
  apply w_suite with (A := fun u => length (snd u) <= k) (W := fun w => w = []).
  - intros s. apply le_0_n.
  - reflexivity.
  - intros p q. destruct (separating p q); [now left | right; exists []; now split].
  - intros x. destruct (fault x) as (t' & ms' & short & E). now exists (t', ms').
  - intros [t' u] w short ->. rewrite followed_nil. apply agree.
    cbn in short. rewrite PeanoNat.Nat.add_1_r. now apply le_S.
  - intros [t' u] b w short ->. rewrite followed_nil. apply agree. cbn in *.
    rewrite app_length, !PeanoNat.Nat.add_1_r. now apply le_n_S.
Qed.

(** ** EPIN 1.0.0

    The minimal automaton over all 256 bytes, the words W, and the identifiers of the suite. *)
Inductive piece := Empty | Signed | Letter | Terminal | Derived | Sink.

Local Open Scope char_scope.

Definition is_sign (b : ascii) : bool := (b =? "+") || (b =? "-").
Definition is_letter (b : ascii) : bool :=
  let n := nat_of_ascii b in (Nat.leb 65 n && Nat.leb n 90) || (Nat.leb 97 n && Nat.leb n 122).

Definition step (q : piece) (b : ascii) : piece :=
  match q with
  | Empty => if is_sign b then Signed else if is_letter b then Letter else Sink
  | Signed => if is_letter b then Letter else Sink
  | Letter => if b =? "^" then Terminal else if b =? "'" then Derived else Sink
  | Terminal => if b =? "'" then Derived else Sink
  | Derived | Sink => Sink
  end.

Definition epin : acceptor := {|
  begin := fun _ : unit => Empty;
  next := step;
  out := fun q => match q with Letter | Terminal | Derived => true | _ => false end
|}.

Definition W : list (list ascii) := [[]; ["'"]; ["^"]; ["a"]; ["+"; "a"]].

Definition identifier (q : piece) : list (list ascii) :=
  match q with
  | Empty => [["+"; "a"]]
  | Signed => [["a"]; ["+"; "a"]]
  | Letter => [["^"]]
  | Terminal => [["'"]; ["^"]]
  | Derived => [[]; ["'"]]
  | Sink => [[]; ["a"]]
  end.

Lemma epin_identifies : identifies epin (fun w => In w W) (fun q w => In w (identifier q)).
Proof.
  assert (separated : forall p q : piece, p = q \/ Exists (fun w => separates epin w p q) (identifier q)).
  { intros p q; destruct p, q; ((left; reflexivity) || (right; cbn;
      repeat ((left; now vm_compute) || right))). }
  repeat split.
  - now left.
  - intros q w. destruct q; cbn; intuition (subst; cbn; auto 6).
  - intros p q. destruct (separated p q) as [| E]; [now left | right].
    apply Exists_exists in E. destruct E as (w & Iw & differ). now exists w.
Qed.

(** The guarantee that reports state, for any set of access words that holds all prefixes. *)
Theorem epin_suite (I : acceptor) (A : list ascii -> Prop) :
  (forall u b, A (u ++ [b]) -> A u) ->
  (forall x, exists u, A u /\ after I (tt, u) = after I (tt, x)) ->
  (forall u w, A u -> In w W -> accepts I (u ++ w) = accepts epin (u ++ w)) ->
  (forall u b w, A u -> In w (identifier (after epin (tt, u ++ [b]))) ->
     accepts I ((u ++ [b]) ++ w) = accepts epin ((u ++ [b]) ++ w)) ->
  forall x, accepts I x = accepts epin x.
Proof.
  intros closed fault.
  apply acceptors with (S := epin) (A := A) (W := fun w => In w W) (identifier := fun q w => In w (identifier q));
    trivial. apply epin_identifies.
Qed.

(** Coq prints "Closed under the global context" for each: no axiom is used. *)
Print Assumptions complete_suite.
Print Assumptions wp_suite_complete.
Print Assumptions w_suite.
Print Assumptions acceptors.
Print Assumptions values.
Print Assumptions epin_suite.
