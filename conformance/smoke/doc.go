// Package smoke looks at an adapter, and not at the library behind it: does it keep to
// the protocol of package wire? It is for whoever writes one.
//
// [Run] starts the program, says to it what a runner may say, shows what goes to and
// fro, and says of each thing that is wrong what it is and what to change. Whether the
// library is right does not matter to it: a verdict that the specification does not
// have is noted, and is no problem here.
package smoke
