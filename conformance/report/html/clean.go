package html

import (
	"reflect"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/report"
)

// cleaned returns a copy of a report in which what cannot be seen, or would change the
// direction of what stands beside it, is escaped. A report that was collected holds
// nothing of the kind; one that was read from a file may have been written by anybody.
func cleaned(r report.Report) report.Report {
	return clean(reflect.ValueOf(r)).Interface().(report.Report)
}

func clean(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.String:
		out.SetString(conformance.Visible(v.String(), "\n\t"))
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(clean(v.Elem()))
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		}
		for i := range v.Len() {
			out.Index(i).Set(clean(v.Index(i)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type() != reflect.TypeFor[time.Time]() && v.Type().Field(i).IsExported() {
				out.Field(i).Set(clean(v.Field(i)))
			}
		}
	}
	return out
}
