import { STEP_TARGET_TYPES } from "../on-call/escalation-policies.ts";
import type { CodeKind } from "./code-keys.ts";
import { type CodePath, isObject } from "./code-resources.ts";
import { toSeconds } from "./durations.ts";

/** Converts the parts of schedules, escalation policies and channels that name people and other resources. */

/** What replaces references. Paths are inside of the resource. */
export type OnCallResolver = {
  idOf(reference: unknown, kinds: readonly CodeKind[], path: CodePath): string;
  /** Returns the ID of the person: a member by their email address. */
  personOf(reference: unknown, path: CodePath): string;
};

export function toLayersRequest(layers: unknown, resolver: OnCallResolver): unknown {
  if (!Array.isArray(layers)) return layers;
  return layers.map((layer: unknown, nr) => {
    if (!isObject(layer) || !Array.isArray(layer.people)) return layer;
    const people = layer.people.map((person: unknown, index) =>
      resolver.personOf(person, ["layers", nr, "people", index]),
    );
    return { ...layer, people };
  });
}

/** The people of a channel that names members. */
export function toChannelConfigRequest(config: unknown, resolver: OnCallResolver): unknown {
  if (!isObject(config) || !Array.isArray(config.people)) return config;
  const people = config.people.map((person: unknown, index) =>
    resolver.personOf(person, ["config", "people", index]),
  );
  return { ...config, people };
}

export function toStepsRequest(steps: unknown, resolver: OnCallResolver): unknown {
  if (!Array.isArray(steps)) return steps;
  return steps.map((step: unknown, nr) => {
    if (!isObject(step)) return step;
    const { notify } = step;
    return {
      ...step,
      ...("wait_seconds" in step && { wait_seconds: toSeconds(step.wait_seconds) }),
      ...(Array.isArray(notify) && {
        notify: notify.map((target: unknown, index) =>
          toStepTarget(target, resolver, ["steps", nr, "notify", index]),
        ),
      }),
    };
  });
}

/** `{schedule: KEY}` becomes `{type: "schedule", id}`. */
function toStepTarget(target: unknown, resolver: OnCallResolver, path: CodePath): unknown {
  if (!isObject(target)) return target;
  const type = STEP_TARGET_TYPES.find((name) => name in target);
  if (type === undefined) return target.all === true ? { type: "all" } : target;
  const reference = target[type];
  const id =
    type === "user"
      ? resolver.personOf(reference, [...path, type])
      : resolver.idOf(reference, [type], [...path, type]);
  return { type, id };
}
