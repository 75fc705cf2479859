export type SignInStep = "password" | "code" | "forgotten" | "sign-up" | "key";
