import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { occurrenceId } from "../maintenances/maintenances.ts";
import { type PageAddresses, pageUrl } from "../page-url.ts";
import { findSubscribedPage, type SubscribedPage } from "../subscribers/subscriber-queries.ts";
import { type BroadcastEvent, findBroadcastEvent, listNames } from "./broadcast-queries.ts";

/** Reads what messages say of an event, once for many subscribers. */
export type EventFacts = {
  event: BroadcastEvent;
  page: SubscribedPage;
  /** Address of the page without a slash at its end. */
  pageUrl: string;
  /** Where the page shows it. */
  url: string;
  /** ID of the incident or of the occurrence that visitors see. */
  publicId: string | null;
  components: readonly { public_id: string; name: string }[];
};

/** An incident that is withdrawn while its message is being sent stops it after this time. */
const FRESH_MS = 5_000;
/** Events at a time; each is a few kilobytes. */
const EVENTS_MAX = 100;

type Deps = { db: Db; clock: Clock; addresses: PageAddresses; secret: string };

export class EventFactsReader {
  readonly #deps: Deps;
  readonly #known = new Map<string, { readAt: number; facts: Promise<EventFacts | null> }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Null if no one must be notified of the event any more: its page or its incident is not shown. */
  read(eventId: string): Promise<EventFacts | null> {
    const now = this.#deps.clock.monotonic();
    const known = this.#known.get(eventId);
    if (known && now - known.readAt < FRESH_MS) return known.facts;
    if (this.#known.size >= EVENTS_MAX) this.#known.clear();
    const facts = readFacts(this.#deps, eventId);
    this.#known.set(eventId, { readAt: now, facts });
    return facts;
  }
}

async function readFacts({ db, addresses, secret }: Deps, eventId: string): Promise<EventFacts | null> {
  const event = await findBroadcastEvent(db, eventId);
  const page = event && (await findSubscribedPage(db, event.page_id));
  if (!event || !page?.published) return null;
  const isIncident = !event.kind.startsWith("maintenance_");
  if (isIncident && !event.incident_published) return null;
  const base = pageUrl(page, addresses);
  const publicId = isIncident ? event.incident_public_id : maintenanceId(secret, event);
  // A canceled occurrence has no document any more.
  const isShown = publicId !== null && event.kind !== "maintenance_canceled";
  return {
    event,
    page,
    pageUrl: base,
    url: isShown ? `${base}/${isIncident ? "incidents" : "maintenances"}/${publicId}` : base,
    publicId,
    components: await listNames(db, event.org_id, event.component_ids),
  };
}

/** The window of a canceled occurrence may be deleted. */
function maintenanceId(secret: string, { page_id: pageId, window_id, content, id }: BroadcastEvent): string {
  const fromMs = Date.parse(content.scheduled_for ?? "");
  return occurrenceId(secret, { pageId, windowId: window_id ?? id, fromMs });
}
