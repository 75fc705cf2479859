/** Sends mails, where the operator has set up how. */
export type Mailer = {
  readonly isConfigured: boolean;
  send(mail: { to: string; subject: string; text: string; html: string }): Promise<void>;
};
