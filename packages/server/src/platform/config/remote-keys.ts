import { httpUrl, onOrOff, secret, singleLineText } from "./forms.ts";

/** The keys of `vedette runner`, which works for a server elsewhere. */
export const REMOTE_KEYS = {
  VEDETTE_SERVER: {
    meaning: "Address of the server that `vedette runner` works for",
    form: httpUrl,
    unit: null,
    default: null,
    reason: "Only its operator knows it. `vedette serve` needs none.",
  },
  VEDETTE_KEY: {
    meaning: "API key of scope runner, by which `vedette runner` is known and which says where it is",
    form: secret,
    unit: null,
    default: null,
    reason: "Made in the web interface. In the environment or a file it is in no list of processes.",
    isSecret: true,
  },
  VEDETTE_SERVER_CA: {
    meaning: "File with the certificate, in PEM, of an authority of one's own that has signed the server's",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "Unset, the well-known authorities are trusted, and those of NODE_EXTRA_CA_CERTS.",
  },
  VEDETTE_INSECURE_HTTP: {
    meaning: "Whether `vedette runner` may speak to another machine without encryption",
    form: onOrOff,
    unit: null,
    default: "off",
    reason: "What is checked holds secrets, and whoever listens would have them, and the key.",
  },
} as const;
