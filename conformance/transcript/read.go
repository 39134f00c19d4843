package transcript

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
)

// Transcript answers from what was written. [Read] makes one.
type Transcript struct {
	Header Header

	keyer
	reader  *reader
	reading sync.WaitGroup
	end     End // this and wrong are there when the reader's batches are closed
	wrong   error

	mu        sync.Mutex
	hello     string        // the first answer to it
	failed    *wire.Failure // where no session was greeted
	single    order
	responses []*conformance.Response // by place in single; nil for none
	swept     order
	missing   int
	first     string
}

// Read begins to read a transcript. An error says what is wrong with its beginning; what
// is wrong with the rest, [Transcript.Check] says. The rest is read on another goroutine,
// some way ahead of what is asked for, until Check or [Transcript.Stop], one of which has
// to follow.
func Read(r io.Reader) (*Transcript, error) {
	file := newSummed(r)
	zip, err := gzip.NewReader(file)
	if err != nil {
		return nil, errors.New("it is no transcript: it does not begin as a gzip file does")
	}
	zip.Multistream(false)
	t := &Transcript{keyer: newKeyer()}
	t.reader = newReader(file, zip, t.keyer)
	line, err := t.reader.line()
	if err != nil {
		return nil, err
	}
	if err := decode(line, &t.Header); err != nil || t.Header.Format != Format {
		return nil, fmt.Errorf("it is no transcript of the form %s", Format)
	}
	t.single.more, t.swept.more = t.more, t.more
	t.reading.Go(func() {
		defer close(t.reader.batches)
		t.end, t.wrong = t.reader.read()
	})
	return t, nil
}

// Check reads the rest, and returns what is wrong with the transcript. If something is,
// none of its answers means anything.
func (t *Transcript) Check() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.whole()
}

// End returns how the run ended, once Check has found nothing wrong.
func (t *Transcript) End() End { return t.end }

// Stop ends the reading. It is to be called once; nothing may be asked any more.
func (t *Transcript) Stop() {
	close(t.reader.stopping)
	t.reading.Wait()
}

// whole is Check. mu is held.
func (t *Transcript) whole() error {
	for t.more() {
	}
	return t.wrong
}

// more takes what was read next, and reports whether there was something. mu is held.
func (t *Transcript) more() bool {
	b, ok := <-t.reader.batches
	if !ok {
		return false
	}
	t.single.add(b.single.keys)
	t.single.begins = append(t.single.begins, b.single.begins...)
	t.swept.add(b.swept.keys)
	t.swept.begins = append(t.swept.begins, b.swept.begins...)
	t.responses = append(t.responses, make([]*conformance.Response, len(b.single.keys))...)
	for _, a := range b.answers {
		t.responses[a.at] = a.response
		*t.single.verdict(int(a.at)) = conformance.VerdictYes
	}
	verdicts := b.verdicts
	for _, a := range b.sweeps {
		t.swept.answered(int(a.at), verdicts[:a.tokens])
		verdicts = verdicts[a.tokens:]
	}
	for _, k := range b.kills {
		if k.swept {
			t.swept.kills(int(k.at), k.failure)
		} else {
			t.single.kills(int(k.at), k.failure)
		}
	}
	if t.hello == "" {
		t.hello = b.hello
	}
	if t.failed == nil {
		t.failed = b.failed
	}
	b.empty()
	select {
	case t.reader.emptied <- b:
	default:
	}
	return true
}

func decode(line []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}
