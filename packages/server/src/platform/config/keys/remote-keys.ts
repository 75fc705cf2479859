import { directory, httpUrl, onOrOff, secret, singleLineText, wholeNumber } from "../forms.ts";

/** Settings of `vedette runner`, which works for a server on another machine. */
export const REMOTE_KEYS = {
  VEDETTE_SERVER: {
    meaning: "URL of the server that `vedette runner` works for",
    form: httpUrl,
    unit: null,
    default: null,
    reason: "Depends on the installation. Not used by `vedette serve`.",
  },
  VEDETTE_KEY: {
    meaning: "API key with scope `runner`, which authenticates `vedette runner` and determines its location",
    form: secret,
    unit: null,
    default: null,
    reason:
      "Created in the web interface. Not a command-line option, because arguments are visible in process lists.",
    isSecret: true,
  },
  VEDETTE_SERVER_CA: {
    meaning: "Path of a PEM file with the private CA certificate that issued the certificate of the server",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "If not set, the public CAs and those of NODE_EXTRA_CA_CERTS are trusted.",
  },
  VEDETTE_RUNNER_REPORTS: {
    meaning: "Folder in which `vedette runner` keeps reports while its server is unavailable",
    form: directory,
    unit: null,
    default: null,
    reason:
      "If not set, the folder `runner-reports` in VEDETTE_DATA. The files hold details of responses, with secrets masked, and are readable only by their user.",
  },
  VEDETTE_RUNNER_REPORTS_MB: {
    meaning:
      "Maximum size of the reports that `vedette runner` keeps, in memory and on disk each; beyond it the oldest are dropped",
    form: wholeNumber({ min: 1, max: 1_000 }),
    unit: "MiB",
    default: "50",
    reason: "Reports of 50,000 checks. No check starts while the server is unavailable.",
  },
  VEDETTE_INSECURE_HTTP: {
    meaning: "Whether `vedette runner` may connect to another machine without encryption",
    form: onOrOff,
    unit: null,
    default: "off",
    reason: "Check specs contain secrets. Without encryption, they and the API key could be intercepted.",
  },
} as const;
