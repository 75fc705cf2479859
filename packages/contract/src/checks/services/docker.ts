import { z } from "zod";
import type { ErrorDetail } from "../../common/errors.ts";
import { defineCheckKind, optionalField } from "../check-kind.ts";
import { hostAndPort } from "../fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "../fields/host-fields.ts";
import { serverSpec, tlsSpec } from "../fields/service-fields.ts";
import { httpAuthField } from "../http-auth.ts";
import { ipFamilyField, keepBodyField, verifyTlsField } from "../http-options.ts";
import { tlsField } from "../tcp.ts";

/** The state of a container of Docker, or of Podman, whose API is the same. */

/** Of the kernel. Source: unix(7). */
const SOCKET_PATH_MAX = 107;

const portOf = ({ port, tls }: { port: number | null; tls: boolean }) => port ?? (tls ? 2_376 : 2_375);

export const dockerCheck = defineCheckKind({
  fields: {
    host: hostField,
    port: portField,
    socket_path: optionalField(
      z.string().max(SOCKET_PATH_MAX).meta({
        description:
          "The Unix socket of a container engine on the machine of the runner, instead of `host`; the operator must allow it with VEDETTE_DOCKER_SOCKETS",
      }),
      z.string(),
    ),
    container: optionalField(
      z.string().max(255).meta({ description: "The name or ID of a container" }),
      z.string(),
    ),
    tls: tlsField,
    verify_tls: verifyTlsField,
    auth: httpAuthField,
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },

  findErrors(config) {
    const { container } = config;
    const errors = [...endpointErrors(config)];
    if (container === null) errors.push({ path: "container", message: "is required for type 'docker'" });
    else if (!/^\/?[A-Za-z0-9][\w.-]*$/.test(container))
      errors.push({ path: "container", message: "must be the name or ID of a container" });
    return errors;
  },

  address: (config) =>
    `${config.socket_path ?? hostAndPort(config.host, portOf(config))} ${config.container ?? ""}`.trim(),

  toSpec: ({ socket_path, container, auth, ...config }) => ({
    ...serverSpec(config, portOf(config)),
    ...tlsSpec(config),
    container: container?.replace(/^\//, "") ?? "",
    ...(socket_path !== null && { socketPath: socket_path }),
    ...(auth?.type === "mtls" && { auth }),
  }),

  noCertificate: ({ tls }) => (tls ? null : "a monitor of a container engine without TLS"),

  masked: ["auth"],
});

type Endpoint = {
  socket_path: string | null;
  host: string | null;
  port: number | null;
  tls: boolean;
  auth: { type: string } | null;
};

/** A socket or a host; TLS belongs to a host. */
function endpointErrors(config: Endpoint): ErrorDetail[] {
  const { socket_path: path, host, tls, auth } = config;
  if (path !== null) {
    const message = "does not apply to a Unix socket; remove it or socket_path";
    return [
      ...(path.startsWith("/") ? [] : [{ path: "socket_path", message: "must be an absolute path" }]),
      ...(host === null ? [] : [{ path: "host", message }]),
      ...(tls ? [{ path: "tls", message }] : []),
      ...(auth === null ? [] : [{ path: "auth", message }]),
    ];
  }
  const errors =
    host === null
      ? [{ path: "host", message: "is required for type 'docker', or socket_path" }]
      : hostErrors("docker", config, portOf(config));
  if (auth !== null && auth.type !== "mtls")
    errors.push({ path: "auth.type", message: "must be 'mtls' for type 'docker'" });
  if (auth !== null && !tls) errors.push({ path: "tls", message: "is required for auth" });
  return errors;
}
