/** Whether a name has a sign that cannot be seen, or marks that stand alone or more than three on one letter: it could look like another name. */
export const hasUnseenSigns = (name: string): boolean =>
  /[\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{4}|(?:^| )\p{M}/u.test(name)
