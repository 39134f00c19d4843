package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// machine is where the figures come from.
type machine struct {
	System string `json:"system"`
	Cores  int    `json:"cores"`
	CPU    string `json:"cpu"` // empty where the system does not say
	Go     string `json:"go"`
	Load   string `json:"load"` // average over 1, 5 and 15 minutes, when it began
}

func thisMachine() machine {
	return machine{
		System: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(), CPU: cpuModel(),
		Go: runtime.Version(), Load: loadAverage(),
	}
}

func (m machine) String() string {
	cpu := ""
	if m.CPU != "" {
		cpu = " of " + m.CPU
	}
	return fmt.Sprintf("%s, %d cores%s, %s, load average %s", m.System, m.Cores, cpu, m.Go, m.Load)
}

// cpuModel returns the name of the processor, where Linux says it.
func cpuModel() string {
	info, _ := os.ReadFile("/proc/cpuinfo") // elsewhere there is none
	for line := range strings.Lines(string(info)) {
		if key, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// loadAverage returns how busy the machine is, where Linux says it.
func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if f := strings.Fields(string(text)); err == nil && len(f) >= 3 {
		return strings.Join(f[:3], " ")
	}
	return "unknown"
}
