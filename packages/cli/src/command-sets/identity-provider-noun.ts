import { verifyIdentityProvider } from "../commands/identity-providers/verify.ts";
import { identityProviders } from "../nouns/identity-provider-noun.ts";
import { nounCommands } from "../nouns/noun-commands.ts";

export const identityProviderCommands = [...nounCommands(identityProviders), verifyIdentityProvider];
