import { defineCommand } from "../../command-line/command.ts";
import { DOCKER_SOCKET, dockerSource } from "../../discover/docker-source.ts";
import { DISCOVER_OPTIONS, runDiscovery } from "./options.ts";

export const discoverDocker = defineCommand({
  words: "discover docker",
  summary: "Monitors containers by their labels 'vedette.<key>.<field>'",
  options: {
    ...DISCOVER_OPTIONS,
    socket: {
      type: "string",
      value: "PATH",
      summary: `Socket of Docker or Podman (default: ${DOCKER_SOCKET})`,
    },
  },
  run: ({ options: { socket = DOCKER_SOCKET, ...options } }, context) =>
    runDiscovery(dockerSource(socket), options, context),
});
