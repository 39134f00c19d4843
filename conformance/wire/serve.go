package wire

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Serve is an adapter for any Implementation. It reads requests from r, opens an
// implementation for the edition of hello, performs the requests, and writes the responses
// to w. It returns nil at the end of r.
//
// It answers hello with [conformance.Describe]; an implementation without a name gets the
// name "unnamed". If the edition is unknown, or open returns an error that wraps
// [conformance.ErrUnsupportedEdition], it answers that the edition is unsupported. It answers Unsupported
// to operations and methods that the implementation does not offer. It reports a panic of
// the implementation, and an error of its Do, as a crash; in a sweep, for each token alone.
//
// Serve returns an error if open returns any other error, if a line is not a request of the
// protocol, if a Response does not fit its Request, if r or w fails, or if ctx is done. It
// tests ctx between requests, and cannot interrupt a read. It closes an implementation that
// is an io.Closer.
func Serve(ctx context.Context, r io.Reader, w io.Writer, open conformance.Factory) (err error) {
	s := &server{in: lines{r: r}, out: bufio.NewWriterSize(w, flushSize), open: open}
	s.message.texts = make(map[string]string)
	defer func() {
		if c, ok := s.impl.(io.Closer); ok {
			err = errors.Join(err, c.Close())
		}
	}()
	err = s.run(ctx)
	if writing := s.out.Flush(); writing != nil {
		err = errors.Join(err, fmt.Errorf("wire: writing responses: %w", writing))
	}
	return err
}

type server struct {
	in      lines
	line    int // number of the current line, from 1
	out     *bufio.Writer
	buffer  []byte // for a line of out
	open    conformance.Factory
	impl    conformance.Implementation // nil before hello, and for an unsupported edition
	edition *notation.Edition
	offers  conformance.Description
	message message
}

// flushSize is the size of output that is written at once, in bytes.
const flushSize = 32 << 10

func (s *server) run(ctx context.Context) error {
	// Flush before each read: the runner may wait for these responses. Serve returns the error.
	for s.out.Flush() == nil {
		block, err := s.in.block()
		if err != nil {
			return s.end(err)
		}
		for line := range bytes.Lines(block) {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("wire: %w", err)
			}
			s.line++
			if err := s.answer(ctx, line[:len(line)-1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// end returns the error of Serve for an error of reading, nil if the input ends after a complete line.
func (s *server) end(err error) error {
	rest := s.in.rest
	switch {
	case err == io.EOF && len(rest) == 0:
		return nil
	case err == io.EOF:
		err = errors.New("the input ends within it")
	case err != ErrLineTooLong:
		return fmt.Errorf("wire: reading requests: %w", err)
	}
	s.line++
	return s.bad(rest, err)
}

func (s *server) bad(line []byte, err error) error {
	return fmt.Errorf("wire: line %d of the input, %s, is not a request: %w", s.line, conformance.Quote(line), err)
}

func (s *server) answer(ctx context.Context, line []byte) error {
	m := &s.message
	id, err := m.begin(line)
	if err != nil {
		return s.bad(line, err)
	}
	if s.line == 1 {
		edition, err := decodeHelloRequest(m, id)
		if err != nil {
			return s.bad(line, err)
		}
		return s.hello(ctx, edition)
	}
	var req conformance.Request
	decodeRequest(m, s.offers.Bytes, &req)
	if req.Op == opHello {
		m.fail("a second hello")
	}
	if m.err != nil {
		return s.bad(line, m.err)
	}
	var resp conformance.Response
	if s.impl != nil && s.offers.Answers(req) {
		s.callImpl(ctx, &req, &resp)
		if req.Op == conformance.OpSweep && resp.Outcome == conformance.Crashed {
			resp = s.oneByOne(ctx, req.Tokens)
		}
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wire: %w", err) // a crash may be a consequence of ctx
	}
	if s.buffer, err = AppendResponse(s.buffer[:0], s.edition, id, req, resp, s.offers.ApplyAttributes); err == nil {
		s.write()
	}
	return err
}

// write writes the line in buffer. The next Flush returns its error.
func (s *server) write() {
	s.buffer = append(s.buffer, '\n')
	_, _ = s.out.Write(s.buffer)
}

// hello opens the implementation for the edition with this name, and responds to hello.
func (s *server) hello(ctx context.Context, name string) error {
	edition, err := notation.Named(name)
	unsupported := err != nil
	if !unsupported {
		s.impl, err = s.open(ctx, edition)
		unsupported = errors.Is(err, conformance.ErrUnsupportedEdition)
	}
	switch {
	case unsupported:
		s.impl = nil
	case err != nil:
		return fmt.Errorf("wire: opening the implementation of edition %s: %w", edition, err)
	default:
		s.edition, s.offers = edition, conformance.Describe(s.impl, edition)
		if !s.offers.Recognises() {
			return fmt.Errorf("wire: the implementation has to offer parse, valid or sweep; it offers %q", s.offers.Ops)
		}
	}
	s.offers.Name = cmp.Or(s.offers.Name, "unnamed")
	s.buffer = appendHello(nil, s.offers, unsupported)
	s.write()
	return nil
}

// callImpl calls the implementation, and turns a panic or an error into a crash.
func (s *server) callImpl(ctx context.Context, req *conformance.Request, resp *conformance.Response) {
	defer func() {
		if v := recover(); v != nil {
			*resp = conformance.Response{Outcome: conformance.Crashed, Crash: fmt.Sprintf("panic: %v", v)}
		}
	}()
	var err error
	if *resp, err = s.impl.Do(ctx, *req); err != nil {
		*resp = conformance.Response{Outcome: conformance.Crashed, Crash: err.Error()}
	}
}

// oneByOne sweeps each token alone, so that a crash affects one verdict only.
func (s *server) oneByOne(ctx context.Context, tokens []string) conformance.Response {
	verdicts := make([]byte, 0, len(tokens))
	for i := range tokens {
		var resp conformance.Response
		s.callImpl(ctx, &conformance.Request{Op: conformance.OpSweep, Tokens: tokens[i : i+1 : i+1]}, &resp)
		switch resp.Outcome {
		case conformance.Unsupported:
			return resp
		case conformance.Crashed:
			verdicts = append(verdicts, conformance.VerdictCrash)
		default:
			verdicts = append(verdicts, resp.Verdicts...)
		}
	}
	return conformance.Response{Outcome: conformance.Swept, Verdicts: string(verdicts)}
}
