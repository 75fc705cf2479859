import type { Fault, Found, FoundMonitor } from "./discovered.ts";
import { fillIn, readField } from "./read-field.ts";

/** Monitors from the labels of containers: `vedette.<key>.<field>=<value>`. */

export type Container = {
  id: string;
  name: string;
  labels: Readonly<Record<string, string>>;
  /** The first address of the container in one of its networks; empty without one. */
  ip: string;
};

const LABEL = /^vedette\.([A-Za-z0-9_-]{1,64})\.(.+)$/;

/** Returns the monitors of all containers. Containers of one service may have the same labels. */
export function monitorsOfContainers(containers: readonly Container[]): Found {
  const monitors = new Map<string, FoundMonitor>();
  const faults: Fault[] = [];
  for (const container of containers.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const found = monitorsOfContainer(container);
    faults.push(...found.faults);
    for (const monitor of found.monitors) {
      const known = monitors.get(monitor.key);
      if (known === undefined) monitors.set(monitor.key, monitor);
      else if (JSON.stringify(known.fields) !== JSON.stringify(monitor.fields)) {
        const message = `'${monitor.key}' is defined differently by ${known.origin}; use another key`;
        faults.push({ origin: monitor.origin, message });
      }
    }
  }
  return { monitors: [...monitors.values()], faults };
}

function monitorsOfContainer({ id, name, ip, labels }: Container): Found {
  const origin = `container ${name}`;
  const faults: Fault[] = [];
  const byKey = new Map<string, Record<string, unknown>>();
  for (const [label, text] of Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [, key, path] = LABEL.exec(label) ?? [];
    if (key === undefined || path === undefined) continue;
    const fields = byKey.get(key) ?? {};
    byKey.set(key, fields);
    const fault = setField(fields, path, fillIn(text, { name, id, ip }));
    if (fault !== null) faults.push({ origin, message: `label ${label}: ${fault}` });
  }
  const monitors = [...byKey].map(([key, fields]) => ({
    key,
    origin,
    fields: { type: "url" as const, ...fields },
  }));
  return { monitors, faults };
}

/** Sets a field, or an entry of it: `headers.X-Key`. Returns what is wrong, or null. */
function setField(fields: Record<string, unknown>, path: string, text: string): string | null {
  const dot = path.indexOf(".");
  if (dot > 0) {
    const [field, entry] = [path.slice(0, dot), path.slice(dot + 1)];
    const known = fields[field];
    fields[field] = { ...(typeof known === "object" ? known : {}), [entry]: text };
    return null;
  }
  const { value, error } = readField(path, text);
  if (error === null) fields[path] = value;
  return error;
}
