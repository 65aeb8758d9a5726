package main

import (
	"context"
	"encoding/json"
	"flag"
	"strings"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

// setProcess makes engines start this executable as a worker process, unless the command line
// names another one.
func setProcess(self string) error {
	if !strings.EqualFold(*jobopts.EnvironmentType, "process") || *jobopts.EnvironmentConfig != "" {
		return nil
	}
	config, err := json.Marshal(map[string]string{"command": self})
	*jobopts.EnvironmentConfig = string(config)
	return err
}

// boot makes this process a worker if an engine has started it as a boot program: with the
// address from which the options of a worker can be read. The contract is
// https://s.apache.org/beam-fn-api-container-contract. This process is the worker binary, so
// it does not retrieve one.
func (c *config) boot() error {
	if c.provision == "" {
		return nil
	}
	id := strings.Trim(flag.Lookup("id").Value.String(), "'") // Prism quotes it
	info, err := tools.ProvisionInfo(grpcx.WriteWorkerID(context.Background(), id), c.provision)
	if err != nil {
		return err
	}
	options, err := tools.ProtoToJSON(info.GetPipelineOptions())
	if err != nil {
		return err
	}
	set := map[string]string{"id": id, "options": options, "worker": "true"}
	if url := info.GetLoggingEndpoint().GetUrl(); url != "" {
		set["logging_endpoint"] = url
	}
	if url := info.GetControlEndpoint().GetUrl(); url != "" {
		set["control_endpoint"] = url
	}
	for name, value := range set {
		if err := flag.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}
