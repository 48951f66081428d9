/** The mark of the pages, for the tab of a browser. */
export const ICON_PATH = '/favicon.svg'

export const ICON_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f5fbf"/><path d="M10.5 8v16M21.5 8v16M10.5 18.5c4-5.5 7 2.5 11-5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** The same as a picture of 32 by 32 points, for what asks for nothing else. */
export const ICON_ICO = Buffer.from(
  'AAABAAEAICAAAAEAIAC+AgAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAAnNJREFUeJzsV01oE0EYfTO7lZCmSltBMaUtaDEN0RTpQQsq0YM3j4JQaopF8OBJr0X0pK0H0ZsoBuxFvIteDOKlJ22tjWJa0NBURAxiE6m1u5/fbNpQUujukHTpoe+wOz+PeW9n5vtmx0QVwsn0UYNoEBDdIIoKIVpRA4joJ4TIgJCxJFL5VGJ8bb9YLXQm0wGb6AYTr7KogU0Am7FY8k4u0DSMB73/KgbC/a/ipsRTdnoQfoBoctnGhfzYqUmp6oYU530TVxAi7miqYkf/6z4yrDcCQsJHEMi2LBwxSdoDfosrKE1D4rIUoB438g5TINoect715LJ2RPIz4kYcHerG85u9uDXoStXiKm2Tn7vcePv3Bp13VzjoRtXisvYe39e+GtsGTC8kjll4hQ7XswGv2Bk00bY7UDbi0UfdDAgO+5GLETSHGir1uhto4BPreKwZJ2ItOLCvETPzJZQWLafvdE8rDnU2QReeDIiVUzvS1ogn1+KV9sThFtQKT1FQvbHmC38x/bUIe03z29nfuHTvA6a+LEAHnmZgVcjiwtDdKaTfF5x6KGAgxtP+OV9CYcH5v8CVsx3QgScDcmVDZXLFirhCkdd//NMv1AKtPVBvrsJ2Kt4KBui7G2n2W8l5Z/N/3KhaXKUt2gfSLzhtntmIpn6vujjzZTnzLS1vnOR1uHxevFRLMAEXqIGmOQTdBtTlKm1pS/mIrSzBZ/DXF20bD+Vc6mSWSFyH3yAMz40lZpwoyC3+GOWGd/APE6x5XxXKYfjsnMVXkz6eltvlC+TmQI3NB9sIb/pjSlO1rcubzvXcRpJ7onW9noM+WkI8rr6e/wcAAP//7KOHRAAAAAZJREFUAwBh/+/Ezo8mbwAAAABJRU5ErkJggg==',
  'base64',
)
