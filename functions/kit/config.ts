/** A setting of the stage, from the environment. Throws at start-up when it is absent. */
export const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The setting ${name} is missing from the environment.`);
  return value;
};

/** A setting that a stage may leave out. */
export const optionalSetting = (name: string): string | undefined => process.env[name] || undefined;
