import { readFileSync } from "node:fs";
import { type Plan, planDefinition, SELF_HOSTED } from "@vedette/contract/billing/billing.ts";
import { z } from "zod";
import { StartError } from "../../../platform/kernel/errors.ts";

/** The plans that this server offers: the default plans, or those in the operator's file. */
export type PlanFile = {
  /** The plan of new organizations. */
  startPlanId: string;
  plans: readonly Plan[];
};

const PLANS_MAX = 50;

/**
 * Reads the plan file. Throws one StartError that lists all errors. Without a file, the default plans are
 * offered, and new organizations get the plan without limits.
 */
export function readPlans(path: string | null): PlanFile {
  if (path === null) return { startPlanId: SELF_HOSTED, plans: DEFAULT_PLANS };
  const parsed = planFile.safeParse(parse(path));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path: field, message }) => `  ${field.length === 0 ? "The file" : field.join(".")}: ${message}`,
    );
    throw new StartError(`The plan file ${path} (VEDETTE_PLANS) is not valid:\n${problems.join("\n")}`);
  }
  return { startPlanId: parsed.data.start_plan_id, plans: parsed.data.plans };
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `VEDETTE_PLANS is set to ${path}, which cannot be read as JSON (${reason}). Fix the file, or unset VEDETTE_PLANS to use the default plans.`,
    );
  }
}

const planFile = z
  .strictObject({
    start_plan_id: z.string().default(SELF_HOSTED),
    plans: z.array(planDefinition).min(1).max(PLANS_MAX),
  })
  .check(({ value, issues }) => {
    const addIssue = (path: (string | number)[], message: string) =>
      issues.push({ code: "custom", path, message, input: value });
    const ids = value.plans.map(({ id }) => id);
    for (const [index, { id, stripe_lookup_key: key }] of value.plans.entries()) {
      if (id === SELF_HOSTED)
        addIssue(
          ["plans", index, "id"],
          `'${SELF_HOSTED}' is reserved for the built-in plan without limits; choose another id`,
        );
      if (ids.indexOf(id) !== index)
        addIssue(["plans", index, "id"], `'${id}' is already used by another plan`);
      const first = value.plans.findIndex(({ stripe_lookup_key: other }) => key !== null && other === key);
      if (key !== null && first !== index)
        addIssue(["plans", index, "stripe_lookup_key"], `'${key}' is already used by another plan`);
    }
    if (value.start_plan_id !== SELF_HOSTED && !ids.includes(value.start_plan_id))
      addIssue(["start_plan_id"], `must be one of ${[...ids, SELF_HOSTED].join(", ")}`);
  });

/** The run limits cover a month of 30 days at the shortest interval, with a margin of at least 10%. */
const DEFAULT_PLANS: readonly Plan[] = [
  {
    id: "free",
    name: "Free",
    description: "For one or two websites.",
    price: null,
    stripe_lookup_key: null,
    limits: {
      monitors: 10,
      min_interval_seconds: 300,
      check_runs: 100_000,
      api_runs: 10_000,
      browser_runs: 300,
      members: 3,
      retention_days: 7,
      status_pages: 1,
      page_subscribers: 100,
    },
  },
  {
    id: "pro",
    name: "Pro",
    description: "For a product and its team.",
    price: { amount: 2_900, currency: "eur", interval: "month" },
    stripe_lookup_key: "vedette_pro_month",
    limits: {
      monitors: 100,
      min_interval_seconds: 30,
      check_runs: 10_000_000,
      api_runs: 500_000,
      browser_runs: 20_000,
      members: 15,
      retention_days: 90,
      status_pages: 5,
      page_subscribers: 2_000,
    },
  },
  {
    id: "business",
    name: "Business",
    description: "For many products.",
    price: { amount: 19_900, currency: "eur", interval: "month" },
    stripe_lookup_key: "vedette_business_month",
    limits: {
      monitors: 1_000,
      min_interval_seconds: 10,
      check_runs: 300_000_000,
      api_runs: 5_000_000,
      browser_runs: 200_000,
      members: 100,
      retention_days: 400,
      status_pages: 50,
      page_subscribers: 50_000,
    },
  },
];
