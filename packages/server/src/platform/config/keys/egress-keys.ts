import type { ConfigKey } from "../config-key.ts";
import { addressList, oneOf, socketPaths, wholeNumber } from "../forms.ts";
import { HOSTED_PORTS_DENY, portList } from "../port-list.ts";

/** Settings of what checks and deliveries may connect to. */
export const EGRESS_KEYS = {
  VEDETTE_EGRESS: {
    meaning:
      "Addresses that checks and notifications may connect to: `self-hosted` allows private and loopback addresses, `hosted` only public ones",
    form: oneOf(["self-hosted", "hosted"]),
    unit: null,
    default: "self-hosted",
    reason:
      "Self-hosted monitors usually check internal services. Link-local and metadata addresses are blocked in both modes.",
  },
  VEDETTE_EGRESS_ALLOW: {
    meaning:
      "Additional addresses to allow; an address that is blocked in both modes requires an exact entry",
    form: addressList,
    unit: null,
    default: null,
    reason: "Exceptions depend on the network of the operator.",
  },
  VEDETTE_EGRESS_DENY: {
    meaning: "Additional addresses to block; takes precedence over VEDETTE_EGRESS_ALLOW",
    form: addressList,
    unit: null,
    default: null,
    reason: "Exceptions depend on the network of the operator.",
  },
  VEDETTE_EGRESS_PORTS_DENY: {
    meaning:
      "Ports that monitors, journeys, scripts and webhooks must not connect to, at any address, except exact endpoints in VEDETTE_EGRESS_ALLOW",
    form: portList,
    unit: null,
    default: null,
    reason: `If not set, with VEDETTE_EGRESS=hosted: ${HOSTED_PORTS_DENY} (mail, remote administration, IRC), so that untrusted scripts cannot send spam or guess passwords from this address; with self-hosted: none.`,
  },
  VEDETTE_DOCKER_SOCKETS: {
    meaning: "Unix sockets of container engines that monitors of type `docker` may use on this machine",
    form: socketPaths,
    unit: null,
    default: null,
    reason:
      "If not set, no monitor can use a Unix socket: every member who may create monitors could read the state of the containers of this machine.",
  },
  VEDETTE_DELIVERY_RETRY_MAX_SECONDS: {
    deprecatedName: "VEDETTE_DELIVERY_GIVE_UP_SECONDS",
    meaning: "Maximum time for which delivery of a notification is retried",
    form: wholeNumber({ min: 10, max: 86_400 }),
    unit: "seconds",
    default: "3600",
    reason:
      "Eight attempts over an hour outlast a deployment or a short outage of the receiver; older notifications are outdated.",
  },
} as const satisfies Record<string, ConfigKey>;
