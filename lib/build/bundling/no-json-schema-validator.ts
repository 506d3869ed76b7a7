/**
 * Replaces the validator that the MCP SDK uses for elicitation answers: our server sends no elicitations, and parses
 * tool arguments with zod. It is a third of the SDK's size.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server sends no elicitations.');
  }
}

export { default as process } from 'node:process';
