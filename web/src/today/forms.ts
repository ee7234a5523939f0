/** How the rounds of each game are drawn on a slip, and in which ink. */
export type Form = 'keyholes' | 'sun' | 'bridge' | 'lattice'

export interface Style {
  form: Form
  ink: string
}

const STYLES: Partial<Record<string, Style>> = {
  lockup: { form: 'keyholes', ink: '#4b2f78' },
  trump7: { form: 'sun', ink: '#1f4a94' },
  seven_bridge: { form: 'bridge', ink: '#0f6259' },
  lockseven: { form: 'lattice', ink: '#7d1d39' },
}

/** The style of a game; one of another package has keyholes, in brown. */
export const styleOf = (game: string): Style => STYLES[game] ?? { form: 'keyholes', ink: '#4a4038' }
