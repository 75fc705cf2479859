import { discoverDocker } from "../commands/discover/docker.ts";
import { discoverKubernetes } from "../commands/discover/kubernetes.ts";

export const discoverCommands = [discoverDocker, discoverKubernetes];
