import type { Monitor } from "@vedette/contract/targets/monitors.ts";

/**
 * The options of the contract and their labels. Repeated here, because the contract's lists would load its validation; the types and `labels.test.ts` compare them.
 */
export type MonitorType = Monitor["type"];
export type Method = NonNullable<Monitor["method"]>;

export const MONITOR_TYPES: readonly MonitorType[] = ["url", "tcp"];
export const TYPE_LABELS: Record<MonitorType, string> = { url: "HTTP", tcp: "TCP" };

export const METHODS: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
export const BODY_METHODS: ReadonlySet<Method> = new Set(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
