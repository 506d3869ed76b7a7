export const SWITCHES = {
  demo: 'The demo reviews no page: 403',
  captcha: "The demo asks for no captcha; each address's daily allowance stays",
  sign_up: 'No new accounts: 403; existing accounts stay',
  registration: 'Agents cannot register themselves: 403; registered agents stay',
} as const;

export type SwitchName = keyof typeof SWITCHES;
export type SwitchState = 'on' | 'off';
/** A switch that is absent is as the stage configures it. */
export type Switches = Readonly<Partial<Record<SwitchName, SwitchState>>>;

export const isSwitch = (name: string): name is SwitchName => Object.hasOwn(SWITCHES, name);
