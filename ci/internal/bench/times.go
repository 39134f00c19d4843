package main

import "context"

// measureTimes takes the time of a certification as people run it: the whole process,
// asking as many processes side by side as there are cores.
func measureTimes(ctx context.Context, b *bench, t *table) error {
	adapters, err := b.adapters()
	if err != nil {
		return err
	}
	for _, m := range []struct {
		name    string
		profile string
		runs    int
		command []string
		most    float64
	}{
		{"certify the reference, standard", sized(b, "standard", "quick"), sized(b, 5, 1), nil, 3},
		{"certify the Python adapter, standard", sized(b, "standard", "quick"), sized(b, 3, 1), adapters[0].command, 10},
		{"certify the reference, thorough", sized(b, "thorough", "quick"), sized(b, 3, 1), nil, 60},
	} {
		var took []float64
		for range m.runs {
			c, err := b.certify(ctx, exitHolds, []string{"--profile", m.profile}, m.command...)
			if err != nil {
				return err
			}
			took = append(took, c.took.Seconds())
		}
		t.add(m.name, median(took), seconds, atMost.of(m.most))
	}
	return nil
}
