import { startTarget } from "../../e2e/harness/target.ts";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import type { Verdict } from "../harness/report.ts";
import { waitUntil } from "../scale/fault-run.ts";
import type { Fault } from "./fault.ts";
import { create, read, withService } from "./processes/service.ts";
import { type FaultySmtpServer, makeFaultySmtpServer, type SmtpFault } from "./targets/smtp-faults.ts";
import { runTestClauses } from "./vitest/test-clauses.ts";

const TEMPORARY: SmtpFault[] = ["421", "451", "stall", "drop"];
const FAULTS: SmtpFault[] = [...TEMPORARY, "refuse"];
const WAIT_MS = 150_000;
const STALL_MS = 30_000;
const SLACK_MS = 2_000;

type Alert = {
  status: string;
  deliveries: { channel_id: string; ok: boolean; error: string | null; attempt: number }[];
};

export const fault: Fault = {
  name: "f11",
  what: "SMTP: down, 421, 451, 550, a stall after the data, a connection dropped before the acceptance",
  async run(folder) {
    const mails = await makeFaultySmtpServer();
    const target = await startTarget();
    try {
      const env = { SMTP_URL: mails.url, VEDETTE_MAIL_FROM: "vedette@example.org" };
      const verdicts = await withService({ env }, async ({ vedette }) => {
        const channels = await prepare(vedette, target.url());
        target.answerWith(500);
        const isDownKnown = await waitUntil(
          async () => (await errorsOf(vedette, channels.get("451"))).length > 0,
          WAIT_MS,
        );
        const whileDown = await errorsOf(vedette, channels.get("451"));
        await mails.open();
        const areAccepted = () =>
          TEMPORARY.every((each) => mails.attemptsOf(each).some((one) => one.isAccepted));
        await waitUntil(async () => areAccepted(), WAIT_MS);
        return [
          {
            what: "a server that is down is tried again",
            goal: "delivered",
            measured: `${whileDown[0] ?? "no error"}; ${areAccepted() ? "delivered" : "not delivered"}`,
            isMet: isDownKnown && areAccepted(),
          },
          ...TEMPORARY.map((each) => retried(mails, each)),
          stallCut(mails),
          await refused(vedette, { mails, channelId: channels.get("refuse") }),
        ];
      });
      return [...verdicts, ...(await runTestClauses(folder, CLAUSES))];
    } finally {
      await Promise.all([mails.close(), target.close()]);
    }
  },
};

const CLAUSES = {
  files: [
    "packages/server/src/pipeline/alerting/delivery/deliver-backoff.test.ts",
    "packages/server/src/pipeline/alerting/channels/email.test.ts",
  ],
  clauses: [
    {
      what: "temporary failures are retried for the configured time (one hour by default; the design had 24 h)",
      goal: "8 attempts",
      tests: [
        "have growing intervals that fill the retry time",
        "stop after eight, or when the time is over",
      ],
    },
    {
      what: "only the recipients that are missing are retried",
      goal: "1 of 2",
      tests: ["retries only the recipients that are missing"],
    },
  ],
};

/** A channel and a rule for each fault. Returns the ids of the channels. */
async function prepare(vedette: Vedette, url: string): Promise<Map<SmtpFault, string>> {
  const monitor = await create(vedette, "monitors", {
    ...{ name: "Shop", type: "url", url, interval: 1, timeout: 5, retries: 0 },
  });
  const channels = new Map<SmtpFault, string>();
  for (const name of FAULTS) {
    // With a single recipient, a refusal is tried again: the fault may be on this side.
    const others = name === "refuse" ? ["taken@example.org"] : [];
    const config = { recipients: [`${name}@example.org`, ...others] };
    const channel = await create(vedette, "alerts/channels", { name, type: "email", config });
    await create(vedette, "alerts/rules", {
      ...{ name, type: "consecutive_failures", params: { threshold: 1 } },
      ...{ monitor_id: monitor.id, channel_id: channel.id },
    });
    channels.set(name, channel.id);
  }
  return channels;
}

async function alertOf(vedette: Vedette, channelId: string | undefined): Promise<Alert | undefined> {
  const alerts = await read<Alert[]>(vedette, "/api/v1/alerts?limit=200");
  return alerts.find(({ deliveries }) => deliveries.some((each) => each.channel_id === channelId));
}

async function errorsOf(vedette: Vedette, channelId: string | undefined): Promise<string[]> {
  const alert = await alertOf(vedette, channelId);
  return alert?.deliveries.flatMap(({ error }) => (error === null ? [] : [error])) ?? [];
}

function retried(mails: FaultySmtpServer, name: SmtpFault): Verdict {
  const attempts = mails.attemptsOf(name);
  const ids = new Set(attempts.flatMap(({ messageId }) => messageId ?? []));
  const copies = attempts.filter(({ isAccepted }) => isAccepted).length;
  return {
    what: {
      "421": "421 is tried again",
      "451": "451 (greylisting) is tried again",
      stall: "a stall after the data is tried again",
      drop: "a connection dropped after the data is tried again",
      refuse: "",
    }[name],
    goal: "1 copy accepted, 1 Message-ID",
    measured: `${attempts.length} attempts, ${copies} accepted, ${ids.size} Message-ID`,
    isMet: attempts.length === 2 && copies === 1 && ids.size === 1,
  };
}

function stallCut(mails: FaultySmtpServer): Verdict {
  const [first] = mails.attemptsOf("stall");
  const tookMs = (first?.endedMs ?? Number.POSITIVE_INFINITY) - (first?.atMs ?? 0);
  return {
    what: "the stall is cut",
    goal: `≤ ${STALL_MS / 1_000} s`,
    measured: `${(tookMs / 1_000).toFixed(1)} s`,
    isMet: tookMs <= STALL_MS + SLACK_MS,
  };
}

/** 550 for one of two recipients: no second attempt, and a notice at the alert. */
async function refused(
  vedette: Vedette,
  { mails, channelId }: { mails: FaultySmtpServer; channelId: string | undefined },
): Promise<Verdict> {
  const alert = await alertOf(vedette, channelId);
  const error = alert?.deliveries.at(-1)?.error ?? "no error";
  const attempts = mails.attemptsOf("refuse").length;
  return {
    what: "550 for one of two recipients is not tried again, and the alert says it",
    goal: "1 attempt, 550 in the delivery",
    measured: `${attempts} attempt; ${error}`,
    isMet: attempts === 1 && error.includes("550"),
  };
}
