package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"io/fs"
	"slices"
	"time"
)

// file is a file in an archive.
type file struct {
	name       string // below the archive's folder, with slashes
	content    []byte
	executable bool
}

func (f file) mode() fs.FileMode {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// archive puts files into an archive as its platform has them, and names it. The order of
// the files does not matter, and neither does whose they are.
func archive(p platform, files []file, when time.Time) (content []byte, name string, err error) {
	files = slices.SortedFunc(slices.Values(files), func(a, b file) int { return cmp.Compare(a.name, b.name) })
	write, ending := writeTar, ".tar.gz"
	if p.os == "windows" {
		write, ending = writeZip, ".zip"
	}
	var b bytes.Buffer
	err = write(&b, p.folder(), files, when)
	return b.Bytes(), p.folder() + ending, err
}

func writeTar(w io.Writer, folder string, files []file, when time.Time) error {
	compressed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	tarred := tar.NewWriter(compressed)
	for _, f := range files {
		header := &tar.Header{
			Name: folder + "/" + f.name, Mode: int64(f.mode()), Size: int64(len(f.content)),
			ModTime: when, Format: tar.FormatUSTAR,
		}
		if err := tarred.WriteHeader(header); err != nil {
			return err
		}
		if _, err := tarred.Write(f.content); err != nil {
			return err
		}
	}
	if err := tarred.Close(); err != nil {
		return err
	}
	return compressed.Close()
}

func writeZip(w io.Writer, folder string, files []file, when time.Time) error {
	zipped := zip.NewWriter(w)
	for _, f := range files {
		header := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: when}
		header.SetMode(f.mode())
		entry, err := zipped.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.content); err != nil {
			return err
		}
	}
	return zipped.Close()
}
