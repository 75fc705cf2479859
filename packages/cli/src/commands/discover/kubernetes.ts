import { defineCommand } from "../../command-line/command.ts";
import { kubernetesSource } from "../../discover/kubernetes-source.ts";
import { DISCOVER_OPTIONS, runDiscovery } from "./options.ts";

export const discoverKubernetes = defineCommand({
  words: "discover kubernetes",
  summary: "Monitors Ingresses, HTTPRoutes and Services with the annotation 'vedette.dev/monitor'",
  options: {
    ...DISCOVER_OPTIONS,
    "api-server": { type: "string", value: "URL", summary: "API server (default: that of the pod)" },
    "token-file": { type: "string", value: "FILE", summary: "Bearer token (default: that of the pod)" },
    "ca-file": { type: "string", value: "FILE", summary: "Certificate authority (default: that of the pod)" },
    namespace: { type: "string", value: "NAME", summary: "Read one namespace only" },
  },
  run({ options }, context) {
    const source = kubernetesSource(
      {
        apiServer: options["api-server"],
        tokenFile: options["token-file"],
        caFile: options["ca-file"],
        namespace: options.namespace,
      },
      context.env,
    );
    return runDiscovery(source, options, context);
  },
});
