export type SignInStep = "password" | "code" | "password-reset" | "sign-up" | "key";
