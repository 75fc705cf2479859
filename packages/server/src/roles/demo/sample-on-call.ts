import type { CodeDocument } from "@vedette/contract/code/code-document.ts";

/** Who of the sample shop is on call, as a part of its document. */

/** The people of the sample organization. The top-level domain `invalid` has no mail servers (RFC 6761). */
export const SAMPLE_PEOPLE = [
  { name: "Mara Lindqvist", email: "mara@sample-shop.invalid" },
  { name: "Tomasz Zielinski", email: "tomasz@sample-shop.invalid" },
  { name: "Priya Raman", email: "priya@sample-shop.invalid" },
  { name: "Jonas Weber", email: "jonas@sample-shop.invalid" },
] as const;

const [MARA, TOMASZ, PRIYA, JONAS] = SAMPLE_PEOPLE;
const emails = (...people: readonly { email: string }[]) => people.map(({ email }) => email);

export const PRIMARY_SCHEDULE = "Primary on-call";

export function sampleSchedules(): NonNullable<CodeDocument["schedules"]> {
  return {
    primary: {
      ...{ name: PRIMARY_SCHEDULE, timezone: "Europe/Berlin" },
      layers: [
        {
          ...{ name: "Weekly", people: emails(MARA, TOMASZ, PRIYA) },
          ...{ rotation: { unit: "week", every: 1 }, starts_at: "2026-01-05T09:00" },
        },
      ],
    },
    platform: {
      ...{ name: "Platform", timezone: "Europe/Berlin" },
      layers: [
        {
          ...{ name: "Nights", people: emails(JONAS, TOMASZ) },
          ...{ rotation: { unit: "week", every: 1 }, starts_at: "2026-01-05T18:00" },
        },
        {
          ...{ name: "Days", people: emails(PRIYA, JONAS, MARA) },
          ...{ rotation: { unit: "day", every: 1 }, starts_at: "2026-01-05T08:00" },
          restrictions: [{ weekdays: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00" }],
        },
      ],
    },
  };
}

/** No rule uses the policies: what they notify of would be sent as email if the installation has a mail server. */
export function samplePolicies(): NonNullable<CodeDocument["escalation_policies"]> {
  return {
    urgent: {
      name: "Urgent",
      steps: [
        { notify: [{ schedule: "primary" }] },
        { wait_seconds: "10m", notify: [{ schedule: "platform" }, { user: MARA.email }] },
        { wait_seconds: "20m", notify: [{ all: true }] },
      ],
    },
    office: {
      name: "Office hours",
      steps: [{ notify: [{ schedule: "platform" }] }],
    },
  };
}
