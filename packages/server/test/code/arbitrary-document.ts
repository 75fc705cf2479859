import { WEEKDAYS } from "@vedette/contract/on-call/weekdays.ts";
import fc from "fast-check";
import type { Document } from "./code-client.ts";

/** Documents of all kinds of resources, small and valid. Their people are members of the organization. */

export const LAW_PEOPLE = ["ada@laws.example", "grace@laws.example"] as const;

const duration = fc.constantFrom(60, "5m", "1h", 90);
const tags = fc.uniqueArray(fc.constantFrom("prod", "shop", "eu"), { maxLength: 2 });
const some = <T>(values: readonly T[]) => fc.subarray([...values]);

const check = fc.oneof(
  fc.record(
    {
      type: fc.constant("url"),
      url: fc.constantFrom("https://shop.example", "{{BASE}}/health"),
      method: fc.constantFrom("GET", "HEAD"),
      headers: fc.constantFrom({}, { accept: "text/html" }),
      assertions: fc.constantFrom([], [{ type: "status_code", operator: "eq", value: 204 }]),
    },
    { requiredKeys: ["type", "url"] },
  ),
  fc.record({ type: fc.constant("tcp"), host: fc.constant("db.example"), port: fc.constantFrom(1, 5_432) }),
  fc.record({ type: fc.constant("dns"), host: fc.constant("shop.example") }),
);

const common = {
  interval: duration,
  timeout: fc.constantFrom(5, 0.5),
  enabled: fc.boolean(),
  retries: fc.nat(3),
  tags,
  description: fc.string({ maxLength: 20 }),
  runbook_url: fc.constantFrom("https://wiki.example/a", null),
};

const schedule = fc.constantFrom(
  { type: "period", seconds: 600 },
  { type: "cron", expression: "0 3 * * *", timezone: "UTC" },
);

const selectorOf = (targets: readonly string[], groups: readonly string[]) =>
  fc
    .record({ targets: some(targets), groups: some(groups), any: tags })
    .map(({ targets: named, groups: within, any }) => ({
      ...(named.length > 0 && { targets: named }),
      ...(within.length > 0 && { groups: within }),
      ...(any.length > 0 && { tags: { any } }),
    }));

/** Keys in a fixed order, so that a resource may refer to those before it. */
const KEYS = { groups: ["g1", "g2"], monitors: ["m1", "m2", "a/b"], heartbeats: ["h1"], channels: ["c1"] };

const groups = fc.record({
  g1: fc.record({ name: fc.constant("One"), rollup: fc.constantFrom("worst", "quorum") }),
  g2: fc.record({ parent: fc.constantFrom("g1", null), position: fc.nat(5) }),
});

const monitors = fc.record({
  m1: fc.tuple(check, fc.record(common, { requiredKeys: [] })).map(([one, more]) => ({ ...one, ...more })),
  m2: fc
    .tuple(
      check,
      fc.record({ ...common, parents: some(["m1", "h1"]), group: fc.constantFrom("g1", "g2", null) }),
    )
    .map(([one, more]) => ({ ...one, ...more })),
  "a/b": fc.constant({ type: "composite", selector: { targets: ["m2", "m1"] } }),
});

const rules = fc.record({
  r1: fc.record({
    type: fc.constant("consecutive_failures"),
    params: fc.record({ threshold: fc.integer({ min: 1, max: 9 }) }),
    on: selectorOf([...KEYS.monitors, ...KEYS.heartbeats], KEYS.groups),
    channels: some(KEYS.channels),
    escalation_policy: fc.constantFrom("p1", "p2", null),
    severity: fc.constantFrom("critical", "warning"),
    cooldown_seconds: duration,
  }),
  r3: fc.record({
    type: fc.constant("burn_rate"),
    params: fc.constantFrom({}, { pairs: ["3d", "1h"] }),
    slo: fc.constantFrom("s1", "s2"),
  }),
  r2: fc.constant({ type: "expiry", params: { subject: "certificate" } }),
  r4: fc.record({
    type: fc.constant("change"),
    params: fc.constantFrom({}, { fields: ["issuer", "address"] }, { fields: ["body"], minutes: 60 }),
    on: selectorOf(KEYS.monitors, KEYS.groups),
  }),
});

const slos = fc.record({
  s1: fc.record({
    objective: fc.constantFrom(99, 99.95),
    window: fc.constantFrom("7d", "month"),
    exclude_maintenance: fc.boolean(),
    on: selectorOf([...KEYS.monitors, ...KEYS.heartbeats], KEYS.groups),
  }),
  s2: fc.record({
    ...{
      objective: fc.constant(90),
      sli: fc.constant("latency"),
      latency_ms: fc.integer({ min: 1, max: 900 }),
    },
  }),
});

const weekdays = fc.subarray([...WEEKDAYS], { minLength: 1 });

const layer = fc.record(
  {
    name: fc.constantFrom("Day", "Night"),
    people: fc.array(fc.constantFrom(...LAW_PEOPLE), { maxLength: 3 }),
    rotation: fc.record({
      unit: fc.constantFrom("hour", "day", "week"),
      every: fc.integer({ min: 1, max: 9 }),
    }),
    starts_at: fc.constantFrom("2026-01-05T09:00", "2026-03-29T02:30:00"),
    ends_at: fc.constantFrom("2027-01-05T09:00", null),
    restrictions: fc.array(fc.record({ weekdays, from: fc.constant("22:00"), to: fc.constant("06:00") }), {
      maxLength: 1,
    }),
  },
  { requiredKeys: ["name", "people", "rotation", "starts_at"] },
);

const schedules = fc.record({
  s1: fc.record(
    { timezone: fc.constantFrom("Europe/Berlin", "UTC"), layers: fc.array(layer, { maxLength: 2 }) },
    { requiredKeys: [] },
  ),
});

const step = fc.record(
  {
    wait_seconds: fc.constantFrom(0, "5m", 90),
    notify: fc.subarray(
      [{ all: true }, { schedule: "s1" }, { channel: "c1" }, ...LAW_PEOPLE.map((user) => ({ user }))],
      { minLength: 1 },
    ),
    severities: fc.constantFrom(["critical"], null),
    times: fc.constantFrom(
      { timezone: "UTC", ranges: [{ weekdays: ["mon"], from: "08:00", to: "18:00" }] },
      null,
    ),
  },
  { requiredKeys: ["notify"] },
);

const policies = fc.record({
  p1: fc.record(
    {
      steps: fc.array(step, { minLength: 1, maxLength: 3 }),
      repeat_count: fc.nat(9),
      repeat_wait_seconds: duration,
      fallback_policy: fc.constantFrom("p2", null),
    },
    { requiredKeys: ["steps"] },
  ),
  p2: fc.constant({ name: "Everyone", steps: [{ notify: [{ all: true }] }] }),
});

const page = fc.record({
  published: fc.boolean(),
  show: fc.constantFrom({ uptime: false }, {}),
  groups: fc.constantFrom([], [{ name: "Web", description: "All of it" }]),
  components: fc.array(
    fc.record({ name: fc.constantFrom("Shop", "API", "Other"), targets: some(KEYS.monitors) }),
    { maxLength: 3 },
  ),
});

const window = fc.record({
  duration_seconds: duration,
  rrule: fc.constantFrom("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SU"),
  starts_at: fc.constantFrom("2026-01-31T02:00:00Z", "2026-03-29T01:30:00"),
  timezone: fc.constantFrom("Europe/Berlin", "UTC"),
  show_on: fc.constantFrom([], ["p1"]),
  on: selectorOf(KEYS.monitors, KEYS.groups),
});

let made = 0;

/** Every document has status pages of its own: their slugs are unique on a server. */
export const arbitraryDocument: fc.Arbitrary<Document> = fc
  .record({
    groups,
    schedules,
    escalation_policies: policies,
    monitors,
    slos,
    rules,
    heartbeats: fc.record({ h1: fc.record({ schedule, grace_seconds: duration, tags }) }),
    api_monitors: fc.record({
      api: fc.record({
        steps: fc.constant([{ url: "{{BASE}}/login" }]),
        interval: duration,
        parents: some(["m1"]),
      }),
    }),
    journeys: fc.record({
      buy: fc.record({ steps: fc.constant([{ action: "goto", url: "https://shop.example" }]), tags }),
    }),
    page,
    windows: fc.record({ w1: window }),
    recipients: fc.constantFrom(["ops@shop.example"], ["a@shop.example", "b@shop.example"]),
  })
  .map(({ page, windows, recipients, ...rest }) => ({
    ...{ version: 1, project: "laws", variables: { BASE: "https://shop.example" } },
    channels: { c1: { type: "email", config: { recipients } } },
    ...rest,
    status_pages: { p1: { ...page, slug: `laws-${++made}` } },
    maintenance_windows: windows,
  }));
