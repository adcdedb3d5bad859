// Loads a compose file as `docker compose` does, with the same library: check FILE ENV_FILE.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: check COMPOSE_FILE ENV_FILE")
		os.Exit(2)
	}
	services, err := load(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d services, as the Compose Specification wants them\n", os.Args[1], services)
}

func load(file, env string) (int, error) {
	options, err := cli.NewProjectOptions(
		[]string{file}, cli.WithEnvFiles(env), cli.WithDotEnv, cli.WithDefaultProfiles())
	if err != nil {
		return 0, err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return 0, err
	}
	return len(project.Services), nil
}
