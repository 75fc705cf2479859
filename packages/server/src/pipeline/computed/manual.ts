import type { Compute } from "./compute.ts";

/** The status as it was set; up before that. */
export const computeManual: Compute<"manual"> = async ({ spec: { setStatus } }) => {
  if (setStatus?.status !== "down") return { error: null, isDegraded: setStatus?.status === "degraded" };
  const message = setStatus.reason ?? "the status was set to down";
  return { error: { code: "SET_DOWN", message, phase: "assertion" } };
};
