// Renders the chart on machines without helm. Supports the subset of `helm template` that this chart uses.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run render.go CHART [VALUES…] > manifests.yaml
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	chart := os.Args[1]
	values := read(filepath.Join(chart, "values.yaml"))
	for _, file := range os.Args[2:] {
		merge(values, read(file))
	}
	data := map[string]any{
		"Values":  values,
		"Chart":   capitalized(read(filepath.Join(chart, "Chart.yaml"))),
		"Release": map[string]any{"Name": "test", "Namespace": "default", "Service": "Helm"},
	}
	render(chart, data)
}

func render(chart string, data map[string]any) {
	all := template.New("chart").Option("missingkey=error").Funcs(sprig.TxtFuncMap())
	all.Funcs(template.FuncMap{
		"include": func(name string, data any) (string, error) {
			var out bytes.Buffer
			err := all.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"toYaml": func(value any) (string, error) {
			out, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(out), "\n"), err
		},
		"fail": func(message string) (string, error) { return "", fmt.Errorf("%s", message) },
	})
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".tpl") {
			continue
		}
		fmt.Printf("---\n# %s\n", filepath.Base(file))
		check(all.ExecuteTemplate(os.Stdout, filepath.Base(file), data))
	}
}

func read(file string) map[string]any {
	text, err := os.ReadFile(file)
	check(err)
	values := map[string]any{}
	check(yaml.Unmarshal(text, &values))
	return values
}

// Adds the values of `more`, which override existing ones key by key.
func merge(values, more map[string]any) {
	for key, value := range more {
		inner, isMap := value.(map[string]any)
		known, wasMap := values[key].(map[string]any)
		if isMap && wasMap {
			merge(known, inner)
		} else {
			values[key] = value
		}
	}
}

// Helm capitalizes the names of the fields in Chart.yaml.
func capitalized(chart map[string]any) map[string]any {
	named := map[string]any{}
	for key, value := range chart {
		named[strings.ToUpper(key[:1])+key[1:]] = value
	}
	return named
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
