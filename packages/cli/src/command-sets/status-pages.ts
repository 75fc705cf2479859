import { createBadges, deleteBadges, showBadges } from "../commands/badges/badges.ts";
import { addPageComponent } from "../commands/status-pages/add-component.ts";
import { addPageDomain, verifyPageDomain } from "../commands/status-pages/domains.ts";
import { listPageIncidents, postIncident, postIncidentUpdate } from "../commands/status-pages/incidents.ts";
import { showPageStatus } from "../commands/status-pages/status.ts";
import {
  addSubscriber,
  deleteSubscriber,
  listSubscriberDeliveries,
  listSubscribers,
} from "../commands/status-pages/subscribers.ts";
import { nounCommands } from "../nouns/noun-commands.ts";
import { statusPages } from "../nouns/status-page-noun.ts";

export const statusPageCommands = [
  ...nounCommands(statusPages),
  showPageStatus,
  addPageComponent,
  listPageIncidents,
  postIncident,
  postIncidentUpdate,
  addPageDomain,
  verifyPageDomain,
  listSubscribers,
  addSubscriber,
  deleteSubscriber,
  listSubscriberDeliveries,
];

export const badgeCommands = [showBadges, createBadges, deleteBadges];
