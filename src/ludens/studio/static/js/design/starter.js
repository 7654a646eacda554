// The game that the editor opens with when nothing else is asked for: small enough to read, and worth changing.

export const STARTER = `; Fifteen stones. Whoever takes the last one loses.
; Change a rule and look at the report: for instance, let the last stone win.
; Or turn the slider below: lines that end with "; =" are written anew with its value.

; slider stones = 15 from 3 to 30

(role first)
(role second)

; The position: how many stones are left, and whose turn it is.
(init (stones 15)) ; = (init (stones {stones}))
(init (control first))

; Who is to move takes one, two or three stones. The other waits.
(<= (legal ?player (take ?n))
    (true (control ?player))
    (true (stones ?left))
    (less ?n ?left ?rest))
(<= (legal ?player wait)
    (role ?player)
    (not (true (control ?player))))

; What a move does.
(<= (next (stones ?rest))
    (does ?player (take ?n))
    (true (stones ?left))
    (less ?n ?left ?rest))
(<= (next (control ?other))
    (true (control ?player))
    (other ?player ?other))

; The game ends with the last stone. Whoever has to move then has won.
(<= terminal
    (true (stones 0)))
(<= (goal ?player 100)
    (true (stones 0))
    (true (control ?player)))
(<= (goal ?player 0)
    (true (stones 0))
    (role ?player)
    (not (true (control ?player))))
(<= (goal ?player 50)
    (role ?player)
    (not terminal))

(other first second)
(other second first)

; (less n left rest): left stones without n of them leave rest.
(<= (less 1 ?left ?rest)
    (after ?rest ?left))
(<= (less 2 ?left ?rest)
    (after ?rest ?middle)
    (after ?middle ?left))
(<= (less 3 ?left ?rest)
    (after ?rest ?one)
    (after ?one ?two)
    (after ?two ?left))

; (after n m): m is one more than n.
(after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 7) (after 7 8) (after 8 9) (after 9 10) (after 10 11) (after 11 12) (after 12 13) (after 13 14) (after 14 15) ; = (after {n-1} {n}) for n from 1 to stones
`;
