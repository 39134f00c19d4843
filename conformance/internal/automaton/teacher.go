package automaton

import (
	"context"
	"crypto/sha256"
	"fmt"
)

// A verdict is whether a word is accepted.
type verdict struct {
	word     string
	accepted bool
}

// A teacher asks for verdicts, and keeps them: no word is asked twice.
type teacher struct {
	ctx    context.Context
	member Membership
	limit  int // of words
	asked  int
	calls  int
	// What is known, by the word, and by its digest if the word is long.
	short map[string]bool
	long  map[[sha256.Size]byte]bool
}

func newTeacher(ctx context.Context, member Membership, limit int) *teacher {
	const defaultWords = 1_000_000
	if limit == 0 {
		limit = defaultWords
	}
	return &teacher{
		ctx: ctx, member: member, limit: limit,
		short: make(map[string]bool), long: make(map[[sha256.Size]byte]bool),
	}
}

// ask returns the verdicts on words, in their order.
func (t *teacher) ask(words ...string) ([]bool, error) {
	place := make(map[string]int) // among the unknown
	var unknown []string
	for _, word := range words {
		if _, known := t.known(word); known {
			continue
		}
		if _, met := place[word]; !met {
			place[word] = len(unknown)
			unknown = append(unknown, word)
		}
	}
	if err := t.learn(unknown); err != nil {
		return nil, err
	}
	accepted := make([]bool, len(words))
	for i, word := range words {
		accepted[i], _ = t.known(word)
	}
	return accepted, nil
}

func (t *teacher) known(word string) (accepted, known bool) {
	if len(word) > longestKept {
		accepted, known = t.long[sha256.Sum256([]byte(word))]
	} else {
		accepted, known = t.short[word]
	}
	return accepted, known
}

// learn asks words that differ and are not known.
func (t *teacher) learn(words []string) error {
	if len(words) == 0 {
		return nil
	}
	if err := t.ctx.Err(); err != nil {
		return err
	}
	if len(words) > t.limit-t.asked {
		return fmt.Errorf("%w of %d", ErrWords, t.limit)
	}
	t.asked += len(words)
	t.calls++
	accepted, err := t.member(t.ctx, words)
	if err != nil {
		return err
	}
	if len(accepted) != len(words) {
		return fmt.Errorf("%d verdicts for %d words: give one for each, in their order", len(accepted), len(words))
	}
	for i, word := range words {
		if len(word) > longestKept {
			t.long[sha256.Sum256([]byte(word))] = accepted[i]
		} else {
			t.short[word] = accepted[i]
		}
	}
	return nil
}
