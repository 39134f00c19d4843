package acme

import "regexp"

func IsValid(token string) bool { return regexp.MustCompile(`^[-+]?[A-Za-z]\^?'?$`).MatchString(token) }
