import {
  SUBSCRIBER_STATES,
  SUBSCRIBER_TYPES,
  SUBSCRIPTION_TOPICS,
} from "@vedette/contract/status-pages/subscriber-words.ts";
import { type Command, readArguments, readId, statusPagesOf } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const listUsage = `status-pages subscribers ID [--state ${SUBSCRIBER_STATES.join("|")}] [--type ${SUBSCRIBER_TYPES.join("|")}] [--address ADDRESS] [--csv | --json]`;

const listOptions = {
  state: { type: "string" },
  type: { type: "string" },
  address: { type: "string" },
  csv: { type: "boolean", default: false },
} as const;

export const listSubscribers: Command = {
  usage: listUsage,
  summary: "Lists the subscribers of a status page, newest first, with their numbers; --csv exports all",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: listOptions, usage: listUsage });
    const id = readId(positionals, { usage: listUsage, noun: "status page" });
    const pages = statusPagesOf(values.server, terminal);
    if (values.csv) {
      if (values.json || values.state || values.type || values.address)
        throw new UsageError(
          `--csv exports all subscribers; leave out other options. Usage: vdt ${listUsage}`,
        );
      terminal.print((await pages.exportSubscribers(id)).trimEnd());
      return EXIT.ok;
    }
    const state = readWord(SUBSCRIBER_STATES, values.state, { option: "--state", usage: listUsage });
    const type = readWord(SUBSCRIBER_TYPES, values.type, { option: "--type", usage: listUsage });
    const subscribers = await pages.listSubscribers(id, { state, type, address: values.address });
    if (values.json) {
      terminal.print(JSON.stringify(subscribers, null, 2));
      return EXIT.ok;
    }
    const counts = await pages.countSubscribers(id);
    terminal.complain(SUBSCRIBER_STATES.map((one) => `${counts[one]} ${one}`).join(", "));
    if (subscribers.length > 0)
      terminal.print(
        tableText(
          subscribers.map((one) => [
            printableLine(one.address),
            one.type,
            one.state,
            one.topics.join("+"),
            one.created_at,
            one.id,
          ]),
        ),
      );
    return EXIT.ok;
  },
};

const addUsage = `status-pages add-subscriber ID ADDRESS [--type ${SUBSCRIBER_TYPES.join("|")}] [--topic ${SUBSCRIPTION_TOPICS.join("|")} …] [--component ID …] [--confirmed] [--json]`;

const addOptions = {
  type: { type: "string" },
  topic: { type: "string", multiple: true },
  component: { type: "string", multiple: true },
  confirmed: { type: "boolean", default: false },
} as const;

export const addSubscriber: Command = {
  usage: addUsage,
  summary: "Adds a subscriber, who is asked to confirm unless you say --confirmed, and prints its ID",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: addOptions, usage: addUsage });
    const [id, address] = readTwo(positionals, addUsage);
    const type = readWord(SUBSCRIBER_TYPES, values.type, { option: "--type", usage: addUsage }) ?? "email";
    const topics = values.topic?.map((topic) => {
      const word = readWord(SUBSCRIPTION_TOPICS, topic, { option: "--topic", usage: addUsage });
      return word ?? "incidents";
    });
    const subscriber = await statusPagesOf(values.server, terminal).addSubscriber(id, {
      ...{ type, address, confirmed: values.confirmed },
      ...(topics && { topics }),
      ...(values.component && { components: values.component }),
    });
    terminal.print(
      values.json ? JSON.stringify(subscriber, null, 2) : `${subscriber.id} ${subscriber.state}`,
    );
    return EXIT.ok;
  },
};

const deleteUsage = "status-pages delete-subscriber ID SUBSCRIBER [--json]";

export const deleteSubscriber: Command = {
  usage: deleteUsage,
  summary: "Deletes a subscriber of a status page with its address",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage: deleteUsage });
    const [id, subscriberId] = readTwo(positionals, deleteUsage);
    await statusPagesOf(values.server, terminal).deleteSubscriber(id, subscriberId);
    const result = { id: subscriberId, deleted: true };
    terminal.print(values.json ? JSON.stringify(result, null, 2) : `${subscriberId} was deleted.`);
    return EXIT.ok;
  },
};

const deliveriesUsage = "status-pages deliveries ID SUBSCRIBER [--json]";

export const listSubscriberDeliveries: Command = {
  usage: deliveriesUsage,
  summary: "Lists the newest messages to a subscriber of a status page",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage: deliveriesUsage });
    const [id, subscriberId] = readTwo(positionals, deliveriesUsage);
    const deliveries = await statusPagesOf(values.server, terminal).listDeliveries(id, subscriberId);
    if (values.json) terminal.print(JSON.stringify(deliveries, null, 2));
    else if (deliveries.length > 0)
      terminal.print(
        tableText(
          deliveries.map((one) => [
            one.published_at,
            one.event,
            one.state,
            printableLine(one.title),
            printableLine(one.error ?? ""),
          ]),
        ),
      );
    else terminal.complain("There are no messages.");
    return EXIT.ok;
  },
};

function readTwo(positionals: readonly string[], usage: string): [string, string] {
  const [one, other, ...more] = positionals;
  if (one && other && more.length === 0) return [one, other];
  throw new UsageError(`This command requires two arguments. Usage: vdt ${usage}`);
}

function readWord<const Word extends string>(
  words: readonly Word[],
  text: string | undefined,
  { option, usage }: { option: string; usage: string },
): Word | undefined {
  const word = words.find((one) => one === text);
  if (text === undefined || word !== undefined) return word;
  throw new UsageError(`${option} must be ${words.join(", ")}. Usage: vdt ${usage}`);
}
