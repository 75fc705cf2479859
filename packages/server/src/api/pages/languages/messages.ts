import type {
  ComponentStatus,
  Impact,
  IncidentStatus,
  MaintenanceStatus,
} from "@vedette/contract/status-pages/status-words.ts";

/**
 * The texts of a status page in one language. Numbers, dates, durations and relative times are written by Intl, so that
 * no text has a plural. `{…}` are places for values.
 */
export type Messages = {
  status: Record<ComponentStatus, string>;
  /** The state of the whole page. */
  overall: Record<ComponentStatus, string>;
  incidentStatus: Record<IncidentStatus, string>;
  maintenanceStatus: Record<MaintenanceStatus, string>;
  impact: Record<Impact, string>;
  notMeasured: string;
  noData: string;
  skipToContent: string;
  language: string;
  links: string;
  currentStatus: string;
  components: string;
  openIncidents: string;
  pastIncidents: string;
  noIncidents: string;
  /** {count} */
  latestIncidents: string;
  allUpdates: string;
  incidentHistory: string;
  olderIncidents: string;
  newerIncidents: string;
  scheduledMaintenance: string;
  maintenance: string;
  affectedComponents: string;
  updates: string;
  edited: string;
  postmortem: string;
  /** {time}, {components}: of a draft. */
  failingSince: string;
  /** {time}, {components}, {locations}, {failing} and {total}: numbers of locations. */
  failingFrom: string;
  started: string;
  resolved: string;
  duration: string;
  impactLabel: string;
  time: string;
  /** {percent} */
  uptime: string;
  /** {low}, {high}: the uptime if all checks that were missed had failed, and if all had passed. */
  uptimeRange: string;
  /** {percent} */
  observed: string;
  /** {name}, {days}: a number of days written by Intl. */
  bars: string;
  daysWithEvents: string;
  /** {duration} */
  down: string;
  degraded: string;
  inMaintenance: string;
  unmeasured: string;
  responseTime: string;
  /** {name}, {low}, {high} */
  responseChart: string;
  /** {time} */
  asOf: string;
  /** {time} */
  outdated: string;
  /** Of a page as it was at an earlier time. */
  backToNow: string;
  pastNote: string;
  unpublishedThen: string;
  /** {zone} */
  timeZone: string;
  feeds: string;
  calendar: string;
  /** {product} */
  madeWith: string;
  notFound: string;
  notFoundHelp: string;
  unavailable: string;
  unavailableHelp: string;
  protectedPage: string;
  password: string;
  wrongPassword: string;
  tooManyAttempts: string;
  open: string;
  membersOnly: string;
  signIn: string;
  emailAddress: string;
  emailHelp: string;
  sendLink: string;
  linkSent: string;
  linkInvalid: string;
  subscription: SubscriptionMessages;
};

/** The forms of subscribers and the messages to them. */
export type SubscriptionMessages = {
  subscribe: string;
  help: string;
  topics: string;
  incidents: string;
  allComponents: string;
  someComponents: string;
  requested: string;
  invalid: string;
  tooMany: string;
  confirm: string;
  /** {page} */
  confirmText: string;
  ignore: string;
  confirmed: string;
  manage: string;
  /** {page} */
  already: string;
  save: string;
  saved: string;
  unsubscribe: string;
  unsubscribed: string;
  /** {page} */
  reason: string;
  viewPage: string;
  reminder: string;
  /** Of planned work, beside the words of its status. */
  rescheduled: string;
  canceled: string;
};
