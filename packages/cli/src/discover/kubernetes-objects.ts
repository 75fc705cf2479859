import { z } from "zod";
import type { Fault, Found, FoundMonitor, MonitorFields } from "./discovered.ts";
import { fillIn, readField } from "./read-field.ts";

/** Monitors from Kubernetes objects with the annotation `vedette.dev/monitor: "true"`, and from `Monitor` objects. */

const PREFIX = "vedette.dev/";

const metadata = z.object({
  name: z.string(),
  namespace: z.string().default("default"),
  annotations: z.record(z.string(), z.string()).nullish(),
});

const ingress = z.object({
  metadata,
  spec: z.object({
    tls: z.array(z.object({ hosts: z.array(z.string()).nullish() })).nullish(),
    rules: z
      .array(
        z.object({
          host: z.string().nullish(),
          http: z.object({ paths: z.array(z.object({ path: z.string().nullish() })) }).nullish(),
        }),
      )
      .nullish(),
  }),
});

const httpRoute = z.object({ metadata, spec: z.object({ hostnames: z.array(z.string()).nullish() }) });

const service = z.object({
  metadata,
  spec: z.object({
    ports: z.array(z.object({ port: z.number(), protocol: z.string().nullish() })).nullish(),
  }),
});

const monitorObject = z.object({ metadata, spec: z.record(z.string(), z.unknown()) });

/** The kinds of objects that are read, with the path of their list. */
export const KUBERNETES_LISTS = [
  { kind: "Ingress", path: "/apis/networking.k8s.io/v1/ingresses", read: annotated(ingress, ofIngress) },
  {
    kind: "HTTPRoute",
    path: "/apis/gateway.networking.k8s.io/v1/httproutes",
    read: annotated(httpRoute, ofRoute),
  },
  { kind: "Service", path: "/api/v1/services", read: annotated(service, ofService) },
  { kind: "Monitor", path: "/apis/vedette.dev/v1alpha1/monitors", read: ofMonitor },
] as const;

type Defaults = MonitorFields[];

/** Ingress rules: one monitor a host; https if the host is in `tls`. */
function ofIngress({ spec }: z.output<typeof ingress>): Defaults {
  const secured = new Set((spec.tls ?? []).flatMap(({ hosts }) => hosts ?? []));
  return (spec.rules ?? []).flatMap(({ host, http }) => {
    if (!host || host.startsWith("*")) return [];
    const path = http?.paths[0]?.path ?? "/";
    return [{ type: "url", url: `${secured.has(host) ? "https" : "http"}://${host}${path}` }];
  });
}

function ofRoute({ spec }: z.output<typeof httpRoute>): Defaults {
  const hosts = (spec.hostnames ?? []).filter((host) => !host.startsWith("*"));
  return hosts.map((host) => ({ type: "url", url: `https://${host}/` }));
}

/** Services: the first TCP port, by the name that the cluster's DNS has. */
function ofService({ metadata: { name, namespace }, spec }: z.output<typeof service>): Defaults {
  const port = (spec.ports ?? []).find(({ protocol }) => (protocol ?? "TCP") === "TCP");
  return port ? [{ type: "tcp", host: `${name}.${namespace}.svc`, port: port.port }] : [];
}

type Reader = (kind: string, item: unknown) => Found;

function annotated<S extends z.ZodType<{ metadata: z.output<typeof metadata> }>>(
  schema: S,
  defaultsOf: (item: z.output<S>) => Defaults,
): Reader {
  return (kind, item) => {
    const parsed = schema.safeParse(item);
    if (!parsed.success) return unreadable(kind, item);
    const { name, namespace, annotations } = parsed.data.metadata;
    if (annotations?.[`${PREFIX}monitor`] !== "true") return { monitors: [], faults: [] };
    const origin = `${kind} ${namespace}/${name}`;
    const { fields, faults } = fieldsOf(annotations, { origin, name, namespace });
    const defaults = defaultsOf(parsed.data);
    if (defaults.length === 0 && fields.url === undefined && fields.host === undefined) {
      const message = `has no host or port to check; set ${PREFIX}url`;
      return { monitors: [], faults: [...faults, { origin, message }] };
    }
    const all = fields.url === undefined ? defaults : defaults.slice(0, 1);
    const monitors = (all.length > 0 ? all : [{ type: "url" as const }]).map((given, index) => ({
      key: `${kind.toLowerCase()}/${namespace}/${name}${index === 0 ? "" : `#${index + 1}`}`,
      origin,
      fields: { name: `${namespace}/${name}`, ...given, ...fields },
    }));
    return { monitors: withinKeyLimit(monitors), faults };
  };
}

function fieldsOf(
  annotations: Readonly<Record<string, string>>,
  { origin, ...values }: { origin: string; name: string; namespace: string },
): { fields: MonitorFields; faults: Fault[] } {
  const fields: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [annotation, text] of Object.entries(annotations)) {
    const field = annotation.startsWith(PREFIX) ? annotation.slice(PREFIX.length) : "monitor";
    if (field === "monitor") continue;
    const { value, error } = readField(field, fillIn(text, values));
    if (error === null) fields[field] = value;
    else faults.push({ origin, message: `annotation ${annotation}: ${error}` });
  }
  return { fields, faults };
}

/** A `Monitor` object: its `spec` has the fields of a monitor in a document. */
function ofMonitor(kind: string, item: unknown): Found {
  const parsed = monitorObject.safeParse(item);
  if (!parsed.success) return unreadable(kind, item);
  const { metadata: named, spec } = parsed.data;
  const origin = `${kind} ${named.namespace}/${named.name}`;
  const key = `monitor/${named.namespace}/${named.name}`;
  return { monitors: withinKeyLimit([{ key, origin, fields: { name: named.name, ...spec } }]), faults: [] };
}

function unreadable(kind: string, item: unknown): Found {
  const named = z.object({ metadata }).safeParse(item);
  const origin = named.success
    ? `${kind} ${named.data.metadata.namespace}/${named.data.metadata.name}`
    : kind;
  return { monitors: [], faults: [{ origin, message: "does not have the shape of its kind" }] };
}

const KEY_LENGTH_MAX = 64;

/** Names of Kubernetes may be longer than keys: the end of a long key is a hash of the whole. */
function withinKeyLimit(monitors: readonly FoundMonitor[]): FoundMonitor[] {
  return monitors.map((monitor) => {
    const { key } = monitor;
    if (key.length <= KEY_LENGTH_MAX) return monitor;
    const hash = fnv1a(key);
    return { ...monitor, key: `${key.slice(0, KEY_LENGTH_MAX - hash.length - 1)}-${hash}` };
  });
}

/** The 64-bit FNV-1a hash in hexadecimal: no secret depends on it. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, "0");
}
