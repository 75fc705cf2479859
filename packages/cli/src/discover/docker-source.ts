import { z } from "zod";
import type { Source } from "./discovered.ts";
import { type Container, monitorsOfContainers } from "./docker-labels.ts";
import { getText } from "./get-text.ts";

/** Reads the running containers from the Docker Engine API, which Podman serves too. */

export const DOCKER_SOCKET = "/var/run/docker.sock";

const containerList = z.array(
  z.object({
    Id: z.string(),
    Names: z.array(z.string()).nullish(),
    Labels: z.record(z.string(), z.string()).nullish(),
    NetworkSettings: z
      .object({ Networks: z.record(z.string(), z.object({ IPAddress: z.string().nullish() })).nullish() })
      .nullish(),
  }),
);

export function dockerSource(socketPath: string): Source {
  return {
    name: "docker",
    async read(signal) {
      const request = {
        isSecure: false,
        socketPath,
        path: "/containers/json",
        headers: { host: "docker" },
        signal,
      };
      const { status, text } = await getText(request);
      if (status !== 200) throw new Error(`${socketPath} answered ${status}: ${text.slice(0, 200)}`);
      return monitorsOfContainers(containerList.parse(JSON.parse(text)).map(toContainer));
    },
  };
}

function toContainer({
  Id,
  Names,
  Labels,
  NetworkSettings,
}: z.output<typeof containerList>[number]): Container {
  const addresses = Object.values(NetworkSettings?.Networks ?? {}).map(({ IPAddress }) => IPAddress ?? "");
  return {
    id: Id.slice(0, 12),
    name: Names?.[0]?.replace(/^\//, "") ?? Id.slice(0, 12),
    labels: Labels ?? {},
    ip: addresses.find((address) => address !== "") ?? "",
  };
}
