import {
  SUBSCRIBER_STATES,
  SUBSCRIBER_TYPES,
  SUBSCRIPTION_TOPICS,
} from "@vedette/contract/status-pages/subscriber-words.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { StatusPageClient } from "../../status-page-client.ts";

const ID = { summary: "ID of the status page" };
const SUBSCRIBER = { summary: "ID of the subscriber" };

export const listSubscribers = defineCommand({
  words: "status-pages subscribers",
  summary: "Lists the subscribers of a status page, newest first, with their numbers",
  arguments: { id: ID },
  options: {
    state: {
      type: "string",
      value: "state",
      summary: "state of the subscribers",
      choices: SUBSCRIBER_STATES,
    },
    type: { type: "string", value: "type", summary: "type of the subscribers", choices: SUBSCRIBER_TYPES },
    address: { type: "string", value: "address", summary: "address of a subscriber" },
    csv: { type: "boolean", summary: "export all subscribers as CSV" },
  },
  async run({ arguments: { id }, options }, context) {
    const pages = new StatusPageClient(context.settings());
    const { state, type, address, csv } = options;
    if (csv) {
      if (context.format !== "table" || state || type || address)
        throw new UsageError("--csv exports all subscribers; leave out other options.");
      context.print((await pages.exportSubscribers(id)).trimEnd());
      return EXIT.ok;
    }
    const subscribers = await pages.listSubscribers(id, { state, type, address });
    if (context.format === "table") {
      const counts = await pages.countSubscribers(id);
      context.complain(SUBSCRIBER_STATES.map((one) => `${counts[one]} ${one}`).join(", "));
    }
    await context.writeList(subscribers, () => ({
      columns: ["address", "type", "state", "topics", "created", "id"],
      cells: subscribers.map((one) => [
        printableLine(one.address),
        one.type,
        one.state,
        one.topics.join("+"),
        one.created_at,
        one.id,
      ]),
      empty: "There are no subscribers.",
    }));
    return EXIT.ok;
  },
});

export const addSubscriber = defineCommand({
  words: "status-pages add-subscriber",
  summary: "Adds a subscriber, who is asked to confirm without --confirmed, and prints its ID",
  arguments: { id: ID, address: { summary: "address of the subscriber" } },
  options: {
    type: { type: "string", value: "type", summary: "type (default: email)", choices: SUBSCRIBER_TYPES },
    topic: {
      type: "string",
      value: "topic",
      summary: "topic of the messages; may be repeated",
      choices: SUBSCRIPTION_TOPICS,
      isList: true,
    },
    component: { type: "string", value: "id", summary: "ID of a component; may be repeated", isList: true },
    confirmed: { type: "boolean", summary: "the subscriber has agreed already" },
  },
  async run({ arguments: { id, address }, options }, context) {
    const { type = "email", topic: topics, component: components, confirmed } = options;
    const subscriber = await new StatusPageClient(context.settings()).addSubscriber(id, {
      ...{ type, address, confirmed },
      ...(topics && { topics }),
      ...(components && { components }),
    });
    await context.write(subscriber, () => `${subscriber.id} ${subscriber.state}`);
    return EXIT.ok;
  },
});

export const deleteSubscriber = defineCommand({
  words: "status-pages delete-subscriber",
  summary: "Deletes a subscriber of a status page with its address",
  arguments: { id: ID, subscriber: SUBSCRIBER },
  async run({ arguments: { id, subscriber } }, context) {
    await new StatusPageClient(context.settings()).deleteSubscriber(id, subscriber);
    await context.write({ id: subscriber, deleted: true }, () => `${subscriber} was deleted.`);
    return EXIT.ok;
  },
});

export const listSubscriberDeliveries = defineCommand({
  words: "status-pages deliveries",
  summary: "Lists the newest messages to a subscriber of a status page",
  arguments: { id: ID, subscriber: SUBSCRIBER },
  async run({ arguments: { id, subscriber } }, context) {
    const deliveries = await new StatusPageClient(context.settings()).listDeliveries(id, subscriber);
    await context.writeList(deliveries, () => ({
      columns: ["published", "event", "state", "title", "error"],
      cells: deliveries.map((one) => [
        one.published_at,
        one.event,
        one.state,
        printableLine(one.title),
        printableLine(one.error ?? ""),
      ]),
      empty: "There are no messages.",
    }));
    return EXIT.ok;
  },
});
