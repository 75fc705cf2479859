import type { CheckSpec, HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { EvidenceStep } from "@vedette/contract/evidence/evidence-facts.ts";
import type { ResponseFacts } from "@vedette/contract/evidence/response-facts.ts";
import type { VerdictLayer, VerdictScope } from "@vedette/contract/evidence/verdict.ts";
import type { LabCertificate } from "./certificates.ts";
import type { LabHost } from "./network.ts";

/** One staged failure. Everything that it does not mention works. */
export type Scenario = {
  name: string;
  layer: VerdictLayer;
  scope: VerdictScope;
  /** Addresses of the shop in its zone; by default the first one. */
  addresses?: readonly string[];
  /** Lines of the shop in the zone of each name server instead of its addresses; null: it does not know the zone. */
  zones?: readonly [string[] | null, string[] | null];
  /** Name servers that are stopped. */
  stoppedNameServers?: readonly number[];
  /** Lines of the configuration of the resolvers. */
  resolvers?: Partial<Record<"home" | "ams" | "public", readonly string[]>>;
  /** The name servers that the resolver of `home` asks; by default both. */
  homeAsks?: readonly string[];
  isHomeResolverStopped?: true;
  /** What nginx does at some addresses, or at all. */
  web?: Readonly<Record<string, WebOptions>>;
  /** Addresses at which a broken server runs instead of nginx, and what it does. */
  broken?: Readonly<Record<string, BrokenBehavior>>;
  /** Shell commands. */
  faults?: Partial<Record<LabHost, string>>;
  check?: Partial<HttpCheckSpec>;
  /** A check of another kind. */
  other?: CheckSpec;
  /** The runner at `home` has no canaries. */
  hasNoCanaries?: true;
  /** Denied by the egress policy of `home`. */
  deny?: readonly string[];
  step?: EvidenceStep;
  lastGood?: ResponseFacts;
};

export type WebOptions = {
  isStopped?: true;
  certificate?: LabCertificate;
  /** nginx directives of the location. */
  location?: string;
  /** TLS at no port. */
  isPlain?: true;
};

export const BROKEN_BEHAVIORS = [
  "silent",
  "closes",
  "drip_headers",
  "drip_body",
  "never_responds",
  "empty",
  "garbage",
] as const;
export type BrokenBehavior = (typeof BROKEN_BEHAVIORS)[number];
