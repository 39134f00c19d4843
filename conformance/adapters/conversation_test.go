package adapters_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A conversation is what is said to an adapter, and what it has to answer.
type conversation struct {
	name  string
	needs []string
	acts  []act
}

// An act is one of the three: send a text, expect a response, end the input.
type act struct {
	send   string
	expect string
	end    bool
}

var repeated = regexp.MustCompile(`<<(\d+)\*(.*?)>>`)

// expand writes out every <<N*TEXT>> of a line.
func expand(line string) string {
	return repeated.ReplaceAllStringFunc(line, func(s string) string {
		m := repeated.FindStringSubmatch(s)
		n, _ := strconv.Atoi(m[1]) // digits, by the expression
		return strings.Repeat(m[2], n)
	})
}

// conversations reads conversations.txt.
func conversations(t *testing.T) []conversation {
	t.Helper()
	file, err := os.ReadFile("conversations.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []conversation
	for i, line := range strings.Split(string(file), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		if word == "conversation" {
			all = append(all, conversation{name: rest})
			continue
		}
		if line == "" || word == "#" || line == "#" {
			continue
		}
		if len(all) == 0 {
			t.Fatalf("conversations.txt:%d: %q stands before the first conversation", i+1, line)
		}
		c := &all[len(all)-1]
		switch word {
		case "why":
		case "needs":
			c.needs = strings.Fields(rest)
		case ">":
			c.acts = append(c.acts, act{send: expand(rest) + "\n"})
		case "+":
			c.acts = append(c.acts, act{send: expand(rest)})
		case "<":
			c.acts = append(c.acts, act{expect: expand(rest)})
		case "end":
			c.acts = append(c.acts, act{end: true})
		default:
			t.Fatalf("conversations.txt:%d: %q is nothing that a line begins with", i+1, word)
		}
	}
	return all
}

// hello is how nearly every conversation begins.
const hello = `{"id":0,"op":"hello","protocol":1,"edition":"1.0.0"}` + "\n"

var plainID = regexp.MustCompile(`"id"\s*:\s*\d{1,6}\b`)

// joined returns the conversations with those in one that can be held one after the other
// in a process: that begin with hello, send whole lines with one plain id, none of which is
// about its length, and need no crash. The ids of each are moved behind those before it.
func joined(all []conversation) []conversation {
	var rest []conversation
	together := map[string]*conversation{} // by what they need of the strings
	ids := map[*conversation]int{}
	for _, c := range all {
		kind := ""
		for _, word := range c.needs {
			if word == "bytes" || word == "text" {
				kind = word
			}
		}
		fits := len(c.acts) > 2 && c.acts[0].send == hello && !slices.Contains(c.needs, "crash")
		for _, a := range c.acts {
			fits = fits && !a.end && len(a.send) < 1<<20 && (a.send == "" || strings.HasSuffix(a.send, "\n")) && len(plainID.FindAllString(a.send+a.expect, -1)) == 1
		}
		if !fits {
			rest = append(rest, c)
			continue
		}
		whole := together[kind]
		if whole == nil {
			whole = &conversation{name: "all that can be joined " + kind, needs: c.needs, acts: slices.Clone(c.acts[:2])}
			together[kind] = whole
		}
		most := 0
		for _, a := range c.acts[2:] {
			moved := func(message string) string {
				return plainID.ReplaceAllStringFunc(message, func(s string) string {
					digits := strings.IndexAny(s, "0123456789")
					n, _ := strconv.Atoi(s[digits:]) // digits, by the expression
					most = max(most, n)
					return s[:digits] + strconv.Itoa(ids[whole]+n)
				})
			}
			whole.acts = append(whole.acts, act{send: moved(a.send), expect: moved(a.expect)})
		}
		ids[whole] += most
	}
	for _, kind := range slices.Sorted(maps.Keys(together)) {
		rest = append(rest, *together[kind])
	}
	return rest
}

// A process is an adapter under way.
type process struct {
	in   io.WriteCloser
	out  io.Reader
	wait func() error // until it has ended; nil for the exit status 0
}

// talk holds a conversation, to the end of the process, and returns what went wrong.
func talk(p process, acts []act) error {
	lines := make(chan []byte)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		defer close(lines)
		out := bufio.NewReader(p.out)
		for {
			line, err := out.ReadBytes('\n')
			if len(line) > 0 {
				select {
				case lines <- line:
				case <-stop:
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	for len(acts) > 0 {
		var sent bytes.Buffer
		for len(acts) > 0 && acts[0].send != "" {
			sent.WriteString(acts[0].send)
			acts = acts[1:]
		}
		end := len(acts) > 0 && acts[0].end
		if end {
			acts = acts[1:]
		}
		// An adapter may wait until its answers are read, before it reads on.
		written := make(chan error, 1)
		go func() {
			_, err := p.in.Write(sent.Bytes())
			if end && err == nil {
				err = p.in.Close()
			}
			written <- err
		}()
		due := map[string]string{}
		for len(acts) > 0 && acts[0].expect != "" {
			due[idOf(acts[0].expect)] = acts[0].expect
			acts = acts[1:]
		}
		for len(due) > 0 {
			line, ok := <-lines
			if !ok {
				return fmt.Errorf("the output ended, or nothing came in time, and %d answers are due, such as %s", len(due), excerpt(anyOf(due)))
			}
			id := idOf(string(line))
			want, ok := due[id]
			if !ok {
				return fmt.Errorf("the adapter wrote %s, and nobody waits for that", excerpt(string(line)))
			}
			delete(due, id)
			if err := compare(want, string(line)); err != nil {
				return err
			}
		}
		if err := <-written; err != nil {
			return fmt.Errorf("the adapter does not read on: %w", err)
		}
	}
	_ = p.in.Close() // it may be closed already
	if line, ok := <-lines; ok {
		return fmt.Errorf("the adapter wrote %s after its last answer", excerpt(string(line)))
	}
	if err := p.wait(); err != nil {
		return fmt.Errorf("after the end of the input: %w", err)
	}
	return nil
}

func anyOf(due map[string]string) (s string) {
	for _, s = range due {
		break
	}
	return s
}

// idOf returns the id of a message as it is written, or nothing.
func idOf(message string) string {
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(message), &m); err != nil {
		return ""
	}
	return string(m["id"])
}

// verdicts are the keys of which an answer holds exactly one.
var verdicts = []string{"valid", "equal", "crash", "unsupported"}

// compare returns how a line differs from the response that was expected.
func compare(want, line string) error {
	if !strings.HasSuffix(line, "\n") {
		return fmt.Errorf("the adapter wrote %s, and no LF after it", excerpt(line))
	}
	w, err := value(want)
	if err != nil {
		return fmt.Errorf("the table has %s: %w", excerpt(want), err)
	}
	g, err := value(line)
	if err != nil {
		return fmt.Errorf("the adapter wrote %s: %w", excerpt(line), err)
	}
	if !matches(w, g) {
		return fmt.Errorf("the adapter wrote\n\t%s, want\n\t%s", excerpt(line), excerpt(want))
	}
	for _, key := range verdicts {
		_, expected := w.(map[string]any)[key]
		if _, there := g.(map[string]any)[key]; there && !expected {
			return fmt.Errorf("the adapter wrote\n\t%s, which has the key %s beside what is expected:\n\t%s", excerpt(line), key, excerpt(want))
		}
	}
	return nil
}

// matches reports whether a response is what is expected: null stands for any value,
// and an object may have further keys. Numbers are compared as they are written.
func matches(want, got any) bool {
	switch want := want.(type) {
	case nil:
		return true
	case map[string]any:
		object, ok := got.(map[string]any)
		for key, w := range want {
			g, there := object[key]
			ok = ok && there && matches(w, g)
		}
		return ok
	default:
		return reflect.DeepEqual(want, got)
	}
}

// value reads JSON, of which nothing may be left.
func value(text string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("something stands behind the JSON")
	}
	return v, nil
}

// excerpt quotes the beginning of a text.
func excerpt(s string) string {
	if len(s) > 300 {
		return strconv.QuoteToASCII(s[:300]) + "..."
	}
	return strconv.QuoteToASCII(s)
}
