/** The description of a container. Pure. Source: https://docs.docker.com/reference/api/engine/, ContainerInspect. */

export type Container = {
  /** `running`, `exited`, `paused` … */
  state: string;
  /** `none` without a health check. */
  health: string;
  restarts: number;
  /** What else is known about a container that does not run. */
  detail: string;
};

const WORD = /^[\w-]{1,50}$/;

/** Returns the container, or the message of an error; an empty object if the text is neither. */
export function readContainer(text: string): Container | { message: string } | Record<string, never> {
  const value = parse(text);
  if (typeof value.message === "string") return { message: value.message };
  const state = record(value.State);
  const status = word(state.Status);
  if (status === null) return {};
  // Podman's own API has another name for it.
  const health = word(record(state.Health ?? state.Healthcheck).Status);
  const code = typeof state.ExitCode === "number" ? ` (exit code ${state.ExitCode})` : "";
  const reason = state.OOMKilled === true ? " (out of memory)" : code;
  return {
    state: status,
    health: health ?? "none",
    restarts: typeof value.RestartCount === "number" ? value.RestartCount : 0,
    detail: status === "exited" ? reason : "",
  };
}

function word(value: unknown): string | null {
  return typeof value === "string" && WORD.test(value) ? value : null;
}

type Fields = Readonly<Record<string, unknown>>;

function record(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function parse(text: string): Fields {
  try {
    return record(JSON.parse(text));
  } catch {
    return {};
  }
}
