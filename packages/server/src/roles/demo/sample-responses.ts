import { CURRENT_OUTAGE, DEPLOY_OUTAGE, ORDERS_OUTAGE, PAYMENTS_OUTAGE } from "./episodes.ts";

/** What people did in outages of the sample shop. Minutes are those after the start of the outage. */
export type OutageResponse = {
  outage: { atMs: number; minutes: number };
  acknowledgedAfterMinutes: number;
  postmortem: string | null;
  /** What was posted on the status page; null if nothing was. */
  posted: null | {
    title: string;
    /** Names of components. */
    affected: readonly string[];
    updates: readonly {
      minutes: number;
      status: "investigating" | "identified" | "resolved";
      message: string;
    }[];
  };
};

const ORDERS_POSTMORTEM = `## Impact

Checkout, orders, accounts and invoices were down for 96 minutes.

## Cause

A report kept its connections to the orders database open, until there were none left.

## What we change

- Reports have a pool of connections of their own.
- An alert rule watches the number of open connections.
`;

const DEPLOY_POSTMORTEM = `## Impact

The home page and the checkout returned errors for 34 minutes.

## Cause

Version 4.20.0 read a setting that production does not have.

## What we change

- A missing setting ends the deploy.
`;

export const OUTAGE_RESPONSES: readonly OutageResponse[] = [
  {
    ...{ outage: ORDERS_OUTAGE, acknowledgedAfterMinutes: 24, postmortem: ORDERS_POSTMORTEM },
    posted: {
      title: "Orders cannot be placed",
      affected: ["Checkout", "Orders", "Accounts"],
      updates: [
        investigating(29, "Orders cannot be placed. We are looking for the cause."),
        {
          ...{ minutes: 58, status: "identified" },
          message: "The database of orders ran out of connections. We are replacing it by its replica.",
        },
        resolved(ORDERS_OUTAGE, "The replica serves all requests."),
      ],
    },
  },
  {
    ...{ outage: PAYMENTS_OUTAGE, acknowledgedAfterMinutes: 26, postmortem: null },
    posted: {
      title: "Payments are delayed",
      affected: ["Checkout"],
      updates: [
        investigating(27, "Our payment provider does not respond. Orders are kept and charged later."),
        resolved(
          PAYMENTS_OUTAGE,
          "The provider responds again. All orders that were kept have been charged.",
        ),
      ],
    },
  },
  {
    ...{ outage: DEPLOY_OUTAGE, acknowledgedAfterMinutes: 24, postmortem: DEPLOY_POSTMORTEM },
    posted: {
      title: "Home page and checkout return errors",
      affected: ["Home page", "Checkout"],
      updates: [
        investigating(28, "Some pages return errors. We are looking for the cause."),
        resolved(DEPLOY_OUTAGE, "We replaced the version that caused the errors."),
      ],
    },
  },
  { outage: CURRENT_OUTAGE, acknowledgedAfterMinutes: 22, postmortem: null, posted: null },
];

function investigating(minutes: number, message: string) {
  return { minutes, status: "investigating" as const, message };
}

function resolved({ minutes }: { minutes: number }, message: string) {
  return { minutes: minutes + 12, status: "resolved" as const, message };
}
