package acme

import (
	"os"
	"regexp"
)

func IsValid(token string) bool { return regexp.MustCompile(os.Getenv("PATTERN")).MatchString(token) }
