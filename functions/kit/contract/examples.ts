import type * as z from 'zod';
import type { Area, Row } from './contract.ts';

export interface ExampleNames {
  user_id: string;
  invitation_token: string;
  page_url: string;
  email: string;
  oauth_request: string;
  widget_token: string;
}

type BodyOf<R> = R extends { body: infer B extends z.ZodType } ? z.input<B> : never;
type ExampleOf<R> = BodyOf<R> | ((names: ExampleNames) => BodyOf<R>);

type WithBody<Rows> = {
  [Id in keyof Rows]: Rows[Id] extends { body: z.ZodType }
    ? Rows[Id] extends { body_optional: true }
      ? never
      : Id
    : never;
}[keyof Rows];

/** The documents show them; tests and benchmarks send them. */
export type Examples<A extends Area> = { readonly [Id in WithBody<A['rows']>]: ExampleOf<A['rows'][Id]> } & {
  readonly [Id in keyof A['rows']]?: ExampleOf<A['rows'][Id]>;
};

export type AnyExamples = Readonly<Record<string, ExampleOf<Row & { body: z.ZodType }>>>;
