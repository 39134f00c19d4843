package wire

import (
	"slices"

	"github.com/epin-conformance/harness/conformance"
)

// hello asks hello. An error has ended the session.
func (s *Session) hello() error {
	s.mu.Lock()
	s.out = append(appendHelloRequest(s.out, s.edition.String()), '\n')
	s.work.Signal()
	s.mu.Unlock()
	line, err := s.line(s.command.HelloTimeout)
	if err != nil {
		return err
	}
	if s.log != nil {
		s.log.Greeted(line)
	}
	h, err := DecodeHello(line)
	if err != nil {
		return s.end(s.fail(badHello(line, err)))
	}
	if h.Unsupported {
		return s.end(s.fail(&Failure{
			Kind: EditionUnsupported,
			What: "the adapter answered that its library cannot do edition " + s.edition.String() + "; ask it for another one",
			Err:  ErrUnsupportedEdition,
		}))
	}
	h.Description.Methods = slices.DeleteFunc(h.Description.Methods, func(m conformance.Method) bool {
		return !slices.Contains(conformance.MethodsOf(s.edition), m)
	})
	s.offers = h.Description
	s.mu.Lock()
	s.greeted = true
	s.mu.Unlock()
	return nil
}

func badHello(line []byte, err error) *Failure {
	f := &Failure{Kind: MalformedHello, What: whatIsWrong(line, err) + "; the answer to hello was due", Line: lineOf(line), Err: err}
	if FaultOf(err) == OtherVersion {
		f.Kind, f.What = WrongVersion, err.Error()
	}
	return f
}
