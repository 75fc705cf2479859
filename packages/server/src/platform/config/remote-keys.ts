import { httpUrl, onOrOff, secret, singleLineText } from "./forms.ts";

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
  VEDETTE_INSECURE_HTTP: {
    meaning: "Whether `vedette runner` may connect to another machine without encryption",
    form: onOrOff,
    unit: null,
    default: "off",
    reason: "Check specs contain secrets. Without encryption, they and the API key could be intercepted.",
  },
} as const;
