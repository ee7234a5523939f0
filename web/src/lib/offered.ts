/** What a table can agree on that this server does; what it does not do yet is not offered. */
export const OFFERED = { takeBack: true, clocks: false }
